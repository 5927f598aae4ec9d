import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import type { Receiver } from '../processing/receiver.ts';
import { beginReplacement } from './replacement.ts';

/** A file that becomes a media of its own, with this id. */
export function newMedia(ownerId = newId()): Receiver {
  return {
    ownerKind: 'media',
    ownerId,
    async receive(tx: Tx, { sourceId, userId, title, type, fileName }) {
      await tx`
        insert into media (id, musician_id, title, type, filename, next_source_id)
        values (${ownerId}, ${userId}, ${title}, ${type}, ${fileName}, ${sourceId})`;
      return { charged: true };
    },
  };
}

/** A file that takes the place of the one that a media has. */
export const replacementOf = (mediaId: string): Receiver => ({
  ownerKind: 'media',
  ownerId: mediaId,
  receive: (tx, file) => beginReplacement(tx, mediaId, file),
});
