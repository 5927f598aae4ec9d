import { FEED_ARTWORK } from '@scoville/contract/catalogue/media/artwork.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { type ImageKind, versionIn } from '../../pipeline/images/image-kind.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

/** Marks the picture of a deleted account for deletion. */
export const deletePictureOf: AccountDeletion = (tx, userId) =>
  markForDeletion(tx, [`${profileImages.root}/${userId}`]);

/** The picture of an account. */
export const profileImages: ImageKind = {
  name: 'profile',
  root: 'images/profile',
  cut: { sizes: [200], large: FEED_ARTWORK },
  async checkMayChange(_db, actor, id) {
    if (actor.userId !== id) throw forbidden('You can change your own picture only.');
  },
  // The row of a deleted account is kept, so an upload that ends later must not add a picture to it.
  version: (db, id, lock) =>
    versionIn(db`
      select profile_image_version as version from users where id = ${id} and deleted_at is null
      ${lock ? db`for no key update` : db``}`),
  async write(tx, id, { version, colour, hasLarge }) {
    await tx`
      update users set profile_image_version = ${version}, has_large_image = ${hasLarge}, zone_colour = ${colour}
      where id = ${id}`;
  },
};
