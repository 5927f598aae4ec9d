import { forbidden, notFound } from '../../platform/http/errors.ts';
import { type ImageKind, versionIn } from '../../pipeline/images/image-kind.ts';

const imagesOf = (name: 'genre' | 'mood'): ImageKind => ({
  name,
  root: `images/${name}`,
  cut: { sizes: [700, 200] },
  async checkMayChange(db, actor, id) {
    if (actor.role !== 'admin') throw forbidden('Only administrators may do this.');
    if ((await db`select 1 from categories where id = ${id} and kind = ${name}`).length === 0)
      throw notFound(`This ${name}`);
  },
  version: (db, id, lock) =>
    versionIn(
      db`select image_version as version from categories where id = ${id} and kind = ${name}
        ${lock ? db`for no key update` : db``}`,
    ),
  async write(tx, id, { version }) {
    await tx`update categories set image_version = ${version} where id = ${id}`;
  },
});

/** The pictures of genres and moods. */
export const categoryImages: readonly ImageKind[] = [imagesOf('genre'), imagesOf('mood')];
