import { mediaPath } from '@scoville/contract/addresses.ts';
import type { Artwork, MediaSummary } from '@scoville/contract/media.ts';
import { picturePath } from '@scoville/contract/artwork.ts';
import type { Signer } from '../storage/signing.ts';

/** The path of the page of a media as the database has it. */
export const pathOfRow = (row: { id: string; musician_id: string; musician_username: string | null }): string =>
  mediaPath({ id: row.id, musician: { id: row.musician_id, username: row.musician_username } });

/**
 * Where others find the picture of a public media, for a search engine or a site that fetches it days later: the address of
 * the file itself expires. A pathname; null where the media has none.
 */
export const lastingPicture = ({ id, artwork, poster }: Pick<MediaSummary, 'id' | 'artwork' | 'poster'>) =>
  (artwork ?? poster) === null ? null : picturePath(id);

/** The four squares of an artwork under their signed addresses. */
export function presentArtwork(signer: Pick<Signer, 'address'>, prefix: string): Artwork {
  const square = (name: string) => signer.address(`${prefix}/${name}`);
  return {
    jpeg700: square('700.jpg'),
    jpeg200: square('200.jpg'),
    webp700: square('700.webp'),
    webp200: square('200.webp'),
  };
}
