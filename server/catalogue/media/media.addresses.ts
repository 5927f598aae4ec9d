import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { Artwork, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { picturePath } from '@scoville/contract/catalogue/media/artwork.ts';
import type { Signer } from '../../platform/storage/signing.ts';

/** The path of a media item's page, from its database row. */
export const pathOfRow = (row: { id: string; musician_id: string; musician_username: string | null }): string =>
  mediaPath({ id: row.id, musician: { id: row.musician_id, username: row.musician_username } });

/**
 * The lasting address of a public media item's picture, for search engines and sites that fetch it days later, because
 * the address of the file itself expires. A pathname; null for an item without a picture.
 */
export const lastingPicture = ({ id, artwork, poster }: Pick<MediaSummary, 'id' | 'artwork' | 'poster'>) =>
  (artwork ?? poster) === null ? null : picturePath(id);

/** The four versions of a square artwork, with signed addresses. */
export function presentArtwork(signer: Pick<Signer, 'address'>, prefix: string): Artwork {
  const square = (name: string) => signer.address(`${prefix}/${name}`);
  return {
    jpeg700: square('700.jpg'),
    jpeg200: square('200.jpg'),
    webp700: square('700.webp'),
    webp200: square('200.webp'),
  };
}
