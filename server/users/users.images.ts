import { forbidden } from '../http/errors.ts';
import { type ImageKind, versionIn } from '../images/image-kind.ts';

/** The picture of an account. */
export const profileImages: ImageKind = {
  name: 'profile',
  root: 'images/profile',
  sizes: [200],
  async checkMayChange(_db, actor, id) {
    if (actor.userId !== id) throw forbidden('You can change your own picture only.');
  },
  version: (db, id, lock) =>
    versionIn(
      db`select profile_image_version as version from users where id = ${id} ${lock ? db`for no key update` : db``}`,
    ),
  async write(tx, id, version) {
    await tx`update users set profile_image_version = ${version} where id = ${id}`;
  },
};
