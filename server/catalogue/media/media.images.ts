import { FEED_ARTWORK } from '@scoville/contract/catalogue/media/artwork.ts';
import { conflict, forbidden } from '../../platform/http/errors.ts';
import { type ImageKind, versionIn } from '../../pipeline/images/image-kind.ts';
import { isAdmin, isOwner } from './media.policy.ts';
import { findVisible } from './media.visible.ts';

/** The artwork of a media item. */
export const artworkImages: ImageKind = {
  name: 'artwork',
  root: 'artwork',
  cut: { sizes: [700, 200], large: FEED_ARTWORK },
  async checkMayChange(db, actor, id) {
    const media = await findVisible(db, actor, id);
    if (!isOwner(actor, media) && !isAdmin(actor))
      throw forbidden('You can change the artwork of your own media only.');
    if (media.status === 'failed')
      throw conflict('This file could not be processed, so it has no artwork. Upload it again.');
    if (media.status !== 'complete')
      throw conflict('This media is still processing and its artwork cannot be changed yet.');
  },
  version: (db, id, lock) =>
    versionIn(db`select artwork_version as version from media where id = ${id} ${lock ? db`for no key update` : db``}`),
  async write(tx, id, { version, colour, hasLarge }) {
    await tx`
      update media set artwork_version = ${version}, has_large_artwork = ${hasLarge}, background = ${colour},
        updated_at = now()
      where id = ${id}`;
  },
};
