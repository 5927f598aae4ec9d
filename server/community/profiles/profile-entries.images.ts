import { FEED_ARTWORK } from '@scoville/contract/catalogue/media/artwork.ts';
import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { type ImageKind, versionIn } from '../../pipeline/images/image-kind.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { AccountDeletion } from '../../accounts/users/account-deletion.ts';

const picturesOf = (name: 'album' | 'band', table: 'albums' | 'bands'): ImageKind => ({
  name,
  root: `images/${name}`,
  cut: { sizes: [700, 200], large: name === 'album' ? FEED_ARTWORK : null },
  async checkMayChange(db, actor, id) {
    const ownerId = await ownerOf(db, table, id);
    if (ownerId === null) throw notFound(`This ${name}`);
    if (ownerId !== actor.userId) throw forbidden('You can change pictures of your own profile only.');
  },
  version: (db, id, lock) =>
    versionIn(
      db`select image_version as version from ${db(table)} where id = ${id} ${lock ? db`for no key update` : db``}`,
    ),
  async write(tx, id, { version, hasLarge }) {
    const large = name === 'album' ? tx`, has_large_image = ${hasLarge}` : tx``;
    await tx`update ${tx(table)} set image_version = ${version} ${large} where id = ${id}`;
  },
});

async function ownerOf(db: Db, table: 'albums' | 'bands', id: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`select user_id as "userId" from ${db(table)} where id = ${id}`;
  return row?.userId ?? null;
}

export const albumImages = picturesOf('album', 'albums');
export const bandImages = picturesOf('band', 'bands');

/** Marks the pictures of a deleted account's albums and bands for deletion. */
export const deleteEntryPicturesOf: AccountDeletion = async (tx, userId) => {
  const rows = await tx<{ prefix: string }[]>`
    select ${`${albumImages.root}/`} || id as prefix from albums where user_id = ${userId} and image_version > 0
    union all
    select ${`${bandImages.root}/`} || id from bands where user_id = ${userId} and image_version > 0`;
  await markForDeletion(
    tx,
    rows.map(({ prefix }) => prefix),
  );
};
