import type { ImageType } from '@scoville/contract/catalogue/uploads.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Cut } from '../ffmpeg/renditions/make-squares.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { port } from '../../platform/ports.ts';
import type { FileOwner } from '../../platform/storage/in-use.ts';
import type { Key } from '../../platform/storage/storage.ts';

/** A kind of picture that users can set. The domain with the picture's rows provides it, and app.ts lists it. */
export interface ImageKind {
  name: ImageType;
  /** The key prefix of its pictures in the store, followed by the row's id and the picture's version. */
  root: Key;
  /** The squares that are made from an uploaded picture. */
  cut: Cut;
  /** Throws 403, 404 or 409 if this actor may not change the picture of this row now. */
  checkMayChange(db: Db, actor: Actor, id: string): Promise<void>;
  /** The current version, 0 for no picture; null if the row was deleted. With `lock`, the row is locked. */
  version(db: Db, id: string, lock: boolean): Promise<number | null>;
  /** Sets the current picture, or removes it (`NO_PICTURE`). */
  write(tx: Db, id: string, picture: WrittenPicture): Promise<void>;
}

export const imageKinds = port<ImageKind>('kinds of pictures');

/** The columns of a row that describe its picture. */
export interface WrittenPicture {
  /** 0 without a picture. */
  version: number;
  /** The dominant colour. */
  colour: string | null;
  hasLarge: boolean;
}

export const NO_PICTURE: WrittenPicture = { version: 0, colour: null, hasLarge: false };

/** The file of a picture's large square. The other squares are named by their size. */
export const LARGE_FILE = 'large.jpg';

/** The key prefix of a picture of this kind. */
export const picturePrefix = ({ root }: ImageKind, id: string, version: number): Key => `${root}/${id}/${version}`;

/** The files of all pictures of these kinds. */
export const pictureFiles = (kinds: readonly ImageKind[]): FileOwner => ({
  roots: kinds.map(({ root }) => root),
  async isNamed(db, prefix) {
    const kind = kinds.find(({ root }) => prefix.startsWith(`${root}/`));
    if (kind === undefined) return false;
    const [id = '', version = ''] = prefix.slice(kind.root.length + 1).split('/');
    const inForce = isId(id) ? await kind.version(db, id, false) : null;
    return inForce !== null && inForce > 0 && ['', String(inForce)].includes(version);
  },
});

/** The single value of a query for a version. */
export async function versionIn(query: Promise<Iterable<{ version?: unknown }>>): Promise<number | null> {
  for (const { version } of await query) return Number(version);
  return null;
}
