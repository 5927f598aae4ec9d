import type { ImageType } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import type { Squares } from '../ffmpeg/renditions/make-squares.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import { type ImageKind, NO_PICTURE, imageKinds, picturePrefix } from './image-kind.ts';
import { nextVersion, putSquares } from './squares.ts';

/** The picture of a row, and the actor who changes it. */
export interface Target {
  kind: ImageKind;
  id: string;
  /** The actor who changes the picture. */
  actor: Actor;
}

/** Finds the kind of a picture. Throws the kind's error if the actor may not change this picture. */
export async function imageTarget(app: App, actor: Actor, type: ImageType, id: string): Promise<Target> {
  const kind = app.domains.given(imageKinds).find(({ name }) => name === type);
  if (kind === undefined) throw new Error(`No domain gives the pictures of the kind ${type}: see app.ts.`);
  await kind.checkMayChange(app.db, actor, id);
  return { kind, id, actor };
}

/**
 * Replaces a picture; the old one is removed after its quarantine. Returns the new one's key prefix and version. Throws
 * 409 when another picture was saved at the same moment.
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

/** Removes the picture; the generated default is shown again. */
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

/**
 * Records the change in the audit log if an administrator made it, unless it is the administrator's own profile
 * picture.
 */
async function recordPicture(tx: Tx, { kind, id, actor }: Target): Promise<void> {
  if (actor.role === 'admin' && id !== actor.userId)
    await recordAct(tx, actor, { act: 'changed-picture', subject: { kind: 'picture', id, name: kind.name } });
}

/** Locks a picture and returns its version, with the caller's current rights, which must still allow the change. */
async function lockForChange(app: App, tx: Tx, { kind, id, actor: caller }: Target) {
  const before = await kind.version(tx, id, true);
  if (before === null) throw notFound('This');
  const actor = await callerNow(app, tx, caller.userId);
  await kind.checkMayChange(tx, actor, id);
  return { before, actor };
}
