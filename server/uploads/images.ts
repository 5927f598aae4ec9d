import type { ImageType } from '@scoville/contract/uploads.ts';
import type { App } from '../app-context.ts';
import type { Db, Tx } from '../db/connection.ts';
import { transaction } from '../db/connection.ts';
import type { Squares } from '../ffmpeg/images.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts';
import { artworkPrefix } from '../media/media.present.ts';
import { canSee, isAdmin, isOwner } from '../media/media.policy.ts';
import { findMedia } from '../media/media.queries.ts';
import type { Key } from '../storage/storage.ts';
import { markForDeletion, unmarkForDeletion } from './pending-deletions.ts';
import { nextVersion, putSquares } from './squares.ts';

/** A picture that this actor may change: how large it is, where it lies, and which row counts its versions. */
export interface Target {
  /** Pixels. */
  sizes: number[];
  prefix: (version: number) => Key;
  /** The version in force, its row locked; null when the row is gone. */
  lock: (tx: Db) => Promise<number | null>;
  /** 0 means that there is no picture; `colour` is its dominant one. */
  write: (tx: Db, version: number, colour: string | null) => Promise<unknown>;
}

/**
 * Whose picture it is and whether this actor may change it. Throws 400 for kinds without pictures, 403, 404, and 409
 * while a media is not complete.
 */
export async function imageTarget(db: Db, actor: Actor, type: ImageType, id: string): Promise<Target> {
  switch (type) {
    case 'artwork':
      return artworkTarget(db, actor, id);
    case 'profile':
      if (actor.userId !== id) throw forbidden('You can change your own picture only.');
      return {
        sizes: [200],
        prefix: (version) => `images/profile/${id}/${version}`,
        lock: (tx) =>
          versionIn(tx`select profile_image_version as version from users where id = ${id} for no key update`),
        write: (tx, version) => tx`update users set profile_image_version = ${version} where id = ${id}`,
      };
    case 'genre':
    case 'mood':
      if (!isAdmin(actor)) throw forbidden('Only administrators may do this.');
      if ((await db`select 1 from categories where id = ${id} and kind = ${type}`).length === 0)
        throw notFound(`This ${type}`);
      return {
        sizes: [700, 200],
        prefix: (version) => `images/${type}/${id}/${version}`,
        lock: (tx) => versionIn(tx`select image_version as version from categories where id = ${id} for no key update`),
        write: (tx, version) => tx`update categories set image_version = ${version} where id = ${id}`,
      };
    case 'album':
    case 'band':
      throw invalid('imageType', 'Only profiles, artworks, genres and moods have pictures. Choose one of these.');
  }
}

async function artworkTarget(db: Db, actor: Actor, id: string): Promise<Target> {
  const media = await findMedia(db, id);
  if (media === null || !canSee(actor, media)) throw notFound('This media');
  if (!isOwner(actor, media) && !isAdmin(actor)) throw forbidden('You can change the artwork of your own media only.');
  if (media.status !== 'complete')
    throw conflict('This media is still processing and its artwork cannot be changed yet.');
  return {
    sizes: [700, 200],
    prefix: (version) => artworkPrefix(id, version),
    lock: (tx) => versionIn(tx`select artwork_version as version from media where id = ${id} for no key update`),
    write: (tx, version, colour) => tx`
      update media set artwork_version = ${version}, background = ${colour}, updated_at = now() where id = ${id}`,
  };
}

async function versionIn(query: Promise<Iterable<{ version?: unknown }>>): Promise<number | null> {
  for (const { version } of await query) return Number(version);
  return null;
}

/**
 * Puts a picture in the place of the old one, which is removed after its quarantine. Returns the new version. Throws
 * 409 when another picture was saved in the same moment.
 */
export async function setImage(app: App, target: Target, squares: Squares, folder: string): Promise<number> {
  const version = nextVersion((await target.lock(app.db)) ?? 0);
  const prefix = target.prefix(version);
  await markForDeletion(app.db, [prefix]);
  await putSquares(app.storage, prefix, squares, folder);
  await transaction(app.db, async (tx) => {
    const before = await lockedVersion(tx, target);
    if (before >= version) throw conflict('Another picture was saved in the same moment. Try again.');
    await target.write(tx, version, squares.colour);
    await unmarkForDeletion(tx, [prefix]);
    if (before > 0) await markForDeletion(tx, [target.prefix(before)]);
  });
  return version;
}

/** Takes the picture away; the generated default shows again. */
export async function clearImage(app: App, target: Target): Promise<void> {
  await transaction(app.db, async (tx) => {
    const before = await lockedVersion(tx, target);
    if (before === 0) return;
    await target.write(tx, 0, null);
    await markForDeletion(tx, [target.prefix(before)]);
  });
}

async function lockedVersion(tx: Tx, target: Target): Promise<number> {
  const version = await target.lock(tx);
  if (version === null) throw notFound('This');
  return version;
}
