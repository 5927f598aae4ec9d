import { WRONG_TYPE, extensionOf, nameIsAccepted, safeFileName } from '@scoville/contract/uploads.ts';
import { AIFF, type Limits } from '@scoville/contract/plans.ts';
import type { App } from '../app-context.ts';
import { type Tx, transaction } from '../db/connection.ts';
import { type Sniffed, sniff, sniffFile, sniffOpen } from '../ffmpeg/inspect/sniff.ts';
import { HttpError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { transcodeJob } from '../processing/processing.jobs.ts';
import { countWaiting, insertSource } from '../processing/processing.queries.ts';
import type { Receiver } from '../processing/receiver.ts';
import { originalKey } from '../processing/source-owner.ts';
import { isInUse } from '../storage/in-use.ts';
import { markForDeletion, unmarkForDeletion } from '../storage/pending-deletions.ts';
import type { Key, Storage } from '../storage/storage.ts';
import { allowanceOf, checkCount } from './allowance.ts';
import { freeName } from './free-name.ts';
import type { Received } from './receive-file.ts';
import { refusalOfDisk } from './space.ts';
import { titleFrom } from './title.ts';
import { findDuplicate, insertUpload, shownNames } from './uploads.queries.ts';

export interface Accepted {
  mediaId: string;
  duplicateOf: { id: string; title: string } | null;
}

/** The extensions under which a plan's list speaks of each container. */
const EXTENSIONS: Record<Sniffed['demuxer'], readonly string[]> = {
  mp3: ['mp3'],
  flac: ['flac'],
  wav: ['wav'],
  aiff: AIFF,
  ogg: ['ogg', 'oga', 'opus', 'ogv'],
  mov: ['m4a', 'mp4', 'm4v', 'mov'],
  matroska: ['webm', 'mkv'],
  avi: ['avi'],
  asf: ['wma', 'wmv', 'asf'],
  mpegts: ['ts', 'mts', 'm2ts'],
};

const wrongType = () => new HttpError(415, WRONG_TYPE, [{ field: 'file', code: 'wrong_type', message: WRONG_TYPE }]);

/** Throws 415 unless the name ends in an extension that the plan accepts. */
export function checkName(name: string, { acceptedFiles }: Limits): void {
  if (!nameIsAccepted(name, acceptedFiles)) throw wrongType();
}

/**
 * Throws 415 unless the first bytes are of a kind that the plan accepts, whichever of its extensions the name has. The
 * specification does not name the extensions of AIFF, so only AIFF itself is taken under them.
 */
function checkKind(sniffed: Sniffed | null, name: string, { acceptedFiles }: Limits): Sniffed {
  if (sniffed === null || !EXTENSIONS[sniffed.demuxer].some((one) => acceptedFiles.includes(one))) throw wrongType();
  if (AIFF.includes(extensionOf(name)) && sniffed.demuxer !== 'aiff') throw wrongType();
  return sniffed;
}

/** Until the probe knows: containers that hold either are mostly videos, unless their name says sound. */
function guessType({ kind }: Sniffed, fileName: string): 'song' | 'video' {
  if (kind !== 'unknown') return kind === 'video' ? 'video' : 'song';
  return /\.(m4a|oga|ogg|opus|mka|wma)$/i.test(fileName) ? 'song' : 'video';
}

/** Judges a file's head while the rest is still coming. Throws as `checkKind`. */
export function checkHead(head: Buffer, name: string, limits: Limits): void {
  if (head.length > 0) checkKind(sniff(head, Number.MAX_SAFE_INTEGER), name, limits);
}

/**
 * Where a whole file is: on this machine, or in the store already as the original of the source that it becomes. With an id
 * for that source a try that failed behind the store is found again under the same key.
 */
export type Whole = (Received & { sourceId?: string }) | (Omit<Received, 'path'> & { sourceId: string });

/** A whole file, and the receiver that its sender means it for. */
export type WholeFile = Whole & {
  userId: string;
  name: string;
  receiver: Receiver;
  /** When its sender confirmed to hold the rights; null where nobody asked. */
  rightsConfirmedAt?: Date | null;
};

/**
 * Takes over a file that arrived whole: into the store, then source, owner, upload, ledger and job in one transaction.
 * Both ways of uploading end here. Throws 415 for a wrong type, 403 when the plan's last place was just taken, and what
 * the receiver throws: then nothing of it stays in the store. After any other error it may be there; a local file that the
 * store did not take is the caller's to remove, or to try again.
 * @param also runs in the same transaction
 */
export async function acceptFile(
  app: App,
  { userId, name, receiver, rightsConfirmedAt = null, ...file }: WholeFile,
  also?: (tx: Tx, mediaId: string) => Promise<void>,
): Promise<Accepted> {
  const { ownerKind, ownerId } = receiver;
  const path = 'path' in file ? file.path : null;
  const sourceId = file.sourceId ?? newId();
  const storageKey = originalKey(ownerId, sourceId);
  try {
    const before = await allowanceOf(app.db, app.env, userId);
    checkName(name, before.limits);
    const sniffed = path === null ? await sniffStored(app.storage, storageKey) : await sniffFile(path);
    const kind = checkKind(sniffed, name, before.limits);
    await markForDeletion(app.db, [storageKey]);
    if (path !== null) await app.storage.put(storageKey, path);
    return await transaction(app.db, async (tx) => {
      const allowance = await allowanceOf(tx, app.env, userId, { lock: true });
      const fileName = safeFileName(name);
      const duplicateOf = await findDuplicate(tx, userId, file.sha256);
      const waiting = await countWaiting(tx, userId);
      const [title, type] = [titleFrom(name), guessType(kind, fileName)];
      const { charged } = await receiver.receive(tx, { sourceId, userId, title, type, fileName });
      if (charged) checkCount(allowance);
      const { sha256, bytes } = file;
      const { mime, demuxer } = kind;
      const source = { id: sourceId, ownerKind, ownerId, userId, storageKey, sha256, bytes, mime, demuxer, fileName };
      await insertSource(tx, { ...source, type, titleGuess: title });
      const shownName = freeName(fileName, await shownNames(tx, userId));
      const mediaId = ownerKind === 'media' ? ownerId : null;
      await insertUpload(tx, { sourceId, userId, mediaId, shownName, charged, rightsConfirmedAt });
      await unmarkForDeletion(tx, [storageKey]);
      // Fair: of many waiting files of one musician each stands behind the first of everybody else.
      await app.queue.enqueue(tx, transcodeJob, { sourceId, attempt: 1 }, { priority: -waiting });
      await also?.(tx, ownerId);
      return { mediaId: ownerId, duplicateOf };
    });
  } catch (error) {
    // A refusal of ours rolled back for certain, and a full disk is met before the transaction. After any other error the
    // commit may have happened unheard; then the sweep finds out whether the file belongs to anybody. So it may have at an
    // earlier try, which this one is refused for.
    const refusal = refusalOfDisk(error);
    if (refusal instanceof HttpError && !(await isInUse(app, storageKey))) await app.storage.remove(storageKey);
    throw refusal;
  }
}

async function sniffStored(storage: Storage, key: Key): Promise<Sniffed | null> {
  const opened = await storage.open(key);
  if (opened === null) throw new Error(`the store has lost ${key}`);
  try {
    return await sniffOpen(opened);
  } finally {
    await opened.file.close();
  }
}
