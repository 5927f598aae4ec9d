import type { GenreChoice } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { namedGenres } from '../categories/own-genres.queries.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { Receiver } from '../../pipeline/processing/receiver.ts';
import { beginReplacement } from './replacement.ts';

/** Receives a file that becomes a new song or video, with this id and the genres that its musician chose. */
export function newMedia(ownerId = newId(), choices: readonly GenreChoice[] = []): Receiver {
  return {
    ownerKind: 'media',
    ownerId,
    async receive(tx: Tx, { sourceId, userId, title, type, fileName }) {
      const genres = choices.length === 0 ? [] : await namedGenres(tx, choices);
      await tx`
        insert into media (id, musician_id, title, type, filename, next_source_id, genres, genre_slugs)
        values (${ownerId}, ${userId}, ${title}, ${type}, ${fileName}, ${sourceId},
          ${genres.map(({ name }) => name)}, ${genres.map(({ slug }) => slug)})`;
      return { charged: true };
    },
  };
}

/** Receives a file that replaces the current one of a media item. */
export const replacementOf = (mediaId: string): Receiver => ({
  ownerKind: 'media',
  ownerId: mediaId,
  receive: (tx, file) => beginReplacement(tx, mediaId, file),
});
