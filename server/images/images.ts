import type { ImageType } from '@scoville/contract/uploads.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { callerNow } from '../auth/actor-now.ts';
import { type Tx, transaction } from '../db/connection.ts';
import type { Squares } from '../ffmpeg/renditions/make-squares.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, notFound } from '../http/errors.ts';
import { markForDeletion, unmarkForDeletion } from '../storage/pending-deletions.ts';
import { type ImageKind, NO_PICTURE, imageKinds, picturePrefix } from './image-kind.ts';
import { nextVersion, putSquares } from './squares.ts';

/** The picture of one row. */
export interface Target {
  kind: ImageKind;
  id: string;
  /** Who changes it. */
  actor: Actor;
}

/** Throws what the kind throws to an actor who may not change this one. */
export async function imageTarget(app: App, actor: Actor, type: ImageType, id: string): Promise<Target> {
  const kind = app.domains.given(imageKinds).find(({ name }) => name === type);
  if (kind === undefined) throw new Error(`No domain gives the pictures of the kind ${type}: see app.ts.`);
  await kind.checkMayChange(app.db, actor, id);
  return { kind, id, actor };
}

/**
 * Puts a picture in the place of the old one, which is removed after its quarantine. Returns the key below which it
 * lies, and its version. Throws 409 when another picture was saved in the same moment.
 */
export async function setImage(app: App, target: Target, squares: Squares, folder: string) {
  const { kind, id } = target;
  const version = nextVersion((await kind.version(app.db, id, false)) ?? 0);
  const prefix = picturePrefix(kind, id, version);
  await markForDeletion(app.db, [prefix]);
  await putSquares(app.storage, prefix, squares, folder);
  await transaction(app.db, async (tx) => {
    const { before, actor } = await lockForChange(app, tx, target);
    if (before >= version) throw conflict('Another picture was saved at the same moment. Try again.');
    await kind.write(tx, id, { version, colour: squares.colour, hasLarge: squares.large !== null });
    await unmarkForDeletion(tx, [prefix]);
    if (before > 0) await markForDeletion(tx, [picturePrefix(kind, id, before)]);
    await recordPicture(tx, { ...target, actor });
  });
  return { prefix, version };
}

/** Takes the picture away; the generated default shows again. */
export async function clearImage(app: App, target: Target): Promise<void> {
  const { kind, id } = target;
  await transaction(app.db, async (tx) => {
    const { before, actor } = await lockForChange(app, tx, target);
    if (before === 0) return;
    await kind.write(tx, id, NO_PICTURE);
    await markForDeletion(tx, [picturePrefix(kind, id, before)]);
    await recordPicture(tx, { ...target, actor });
  });
}

/** Administrators change everybody's: all but their own portrait is kept. */
async function recordPicture(tx: Tx, { kind, id, actor }: Target): Promise<void> {
  if (actor.role === 'admin' && id !== actor.userId)
    await recordAct(tx, actor, { act: 'changed-picture', subject: { kind: 'picture', id, name: kind.name } });
}

/** The version in force, which is locked, and who changes it as they stand then: they must still be allowed to. */
async function lockForChange(app: App, tx: Tx, { kind, id, actor: caller }: Target) {
  const before = await kind.version(tx, id, true);
  if (before === null) throw notFound('This');
  const actor = await callerNow(app, tx, caller.userId);
  await kind.checkMayChange(tx, actor, id);
  return { before, actor };
}
