import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { clearImage, sendImage } from '../../../pipeline/images/images.calls.ts';
import { generatedArtwork } from '../../../pipeline/images/generated-artwork.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { invalidateProfile } from './edit-profile.calls.ts';

export type PictureKind = 'album' | 'band';

interface Waiting {
  kind: PictureKind;
  image: Blob;
  address: string;
}

export interface EntryPictures {
  /** The address of an entry's picture, or of the generated one if the entry has none. */
  addressOf: (id: string) => string;
  has: (id: string) => boolean;
  save: (kind: PictureKind, id: string, image: Blob) => Promise<void>;
  remove: (kind: PictureKind, id: string) => Promise<void>;
  /** The entries with a picture that still has to be sent. For saved entries, an earlier attempt to send it failed. */
  waiting: readonly string[];
  /**
   * Sends the pictures of entries that `account` has now; `savedIds` maps the temporary ids of new entries to their
   * saved ids. A picture that fails is kept for the next attempt, unless its entry was removed. Returns the errors.
   */
  send: (account: Me, savedIds: ReadonlyMap<string, string>) => Promise<unknown[]>;
  /** Discards the pictures that are not sent yet. */
  discard: () => void;
}

/** The pictures of albums and bands. The picture of a new entry is kept here until the entry is saved. */
export function useEntryPictures(me: Me): EntryPictures {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());
  const latest = useRef(waiting);
  useEffect(() => () => latest.current.forEach(({ address }) => URL.revokeObjectURL(address)), []);

  const wait = (id: string, picture: Omit<Waiting, 'address'> | null) => {
    const next = new Map(latest.current);
    const before = next.get(id);
    if (before) URL.revokeObjectURL(before.address);
    if (picture === null) next.delete(id);
    else next.set(id, { ...picture, address: URL.createObjectURL(picture.image) });
    latest.current = next;
    setWaiting(next);
  };
  const saved = new Map<string, string | null>([
    ...me.albums.map(({ id, coverUrl }) => [id, coverUrl] as const),
    ...me.bands.map(({ id, imageUrl }) => [id, imageUrl] as const),
  ]);
  const changed = async (id: string, call: Promise<unknown>) => {
    await call;
    wait(id, null);
    toast('success', 'Successfully updated!');
    await invalidateProfile(client);
  };

  return {
    addressOf: (id) => waiting.get(id)?.address ?? saved.get(id) ?? generatedArtwork(id),
    has: (id) => waiting.has(id) || (saved.get(id) ?? null) !== null,
    save: async (kind, id, image) => (isId(id) ? changed(id, sendImage(kind, id, image)) : wait(id, { kind, image })),
    remove: async (kind, id) => (isId(id) ? changed(id, clearImage(kind, id)) : wait(id, null)),
    waiting: [...waiting.keys()],
    send: async ({ albums, bands }, savedIds) => {
      const failures: unknown[] = [];
      const kept = new Set([...albums, ...bands].map(({ id }) => id));
      for (const [id, { kind, image }] of latest.current) {
        const savedId = savedIds.get(id) ?? id;
        if (savedId !== id) {
          wait(id, null);
          wait(savedId, { kind, image });
        }
        if (!isId(savedId)) continue;
        if (!kept.has(savedId)) {
          wait(savedId, null);
          continue;
        }
        try {
          await sendImage(kind, savedId, image);
          wait(savedId, null);
        } catch (error) {
          failures.push(error);
        }
      }
      return failures;
    },
    discard: () => [...latest.current.keys()].forEach((id) => wait(id, null)),
  };
}
