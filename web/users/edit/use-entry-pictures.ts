import type { Me } from '@scoville/contract/users.ts';
import { isId } from '@scoville/contract/values.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { clearImage, sendImage } from '../../images/images.calls.ts';
import { generatedArtwork } from '../../media/generated-artwork.ts';
import { toast } from '../../ui/toasts.tsx';
import { profileChanged } from './edit-profile.calls.ts';

export type PictureKind = 'album' | 'band';

interface Waiting {
  image: Blob;
  address: string;
}

export interface EntryPictures {
  /** Where to read the picture of an entry; the generated one where it has none. */
  addressOf: (id: string) => string;
  has: (id: string) => boolean;
  save: (kind: PictureKind, id: string, image: Blob) => Promise<void>;
  remove: (kind: PictureKind, id: string) => Promise<void>;
  /** Sends what waited for an entry that is saved now under `savedId`. */
  send: (kind: PictureKind, id: string, savedId: string) => Promise<void>;
  /** Forgets what waits. */
  discard: () => void;
}

/** The pictures of albums and bands. That of an entry which is not saved yet waits here until it is. */
export function useEntryPictures(me: Me): EntryPictures {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());
  const latest = useRef(waiting);
  useEffect(() => () => latest.current.forEach(({ address }) => URL.revokeObjectURL(address)), []);

  const wait = (id: string, image: Blob | null) => {
    const next = new Map(latest.current);
    const before = next.get(id);
    if (before) URL.revokeObjectURL(before.address);
    if (image === null) next.delete(id);
    else next.set(id, { image, address: URL.createObjectURL(image) });
    latest.current = next;
    setWaiting(next);
  };
  const saved = new Map<string, string | null>([
    ...me.albums.map(({ id, coverUrl }) => [id, coverUrl] as const),
    ...me.bands.map(({ id, imageUrl }) => [id, imageUrl] as const),
  ]);
  const changed = async (call: Promise<unknown>) => {
    await call;
    toast('success', 'Successfully updated!');
    await profileChanged(client);
  };

  return {
    addressOf: (id) => waiting.get(id)?.address ?? saved.get(id) ?? generatedArtwork(id),
    has: (id) => waiting.has(id) || (saved.get(id) ?? null) !== null,
    save: async (kind, id, image) => (isId(id) ? changed(sendImage(kind, id, image)) : wait(id, image)),
    remove: async (kind, id) => (isId(id) ? changed(clearImage(kind, id)) : wait(id, null)),
    send: async (kind, id, savedId) => {
      const picture = latest.current.get(id);
      if (picture === undefined) return;
      await sendImage(kind, savedId, picture.image);
      wait(id, null);
    },
    discard: () => [...latest.current.keys()].forEach((id) => wait(id, null)),
  };
}
