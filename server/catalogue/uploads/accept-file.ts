import { WRONG_TYPE, extensionOf, nameIsAccepted, safeFileName } from '@scoville/contract/catalogue/uploads.ts';
import { AIFF, type Limits } from '@scoville/contract/accounts/plans.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { type Sniffed, sniff, sniffFile, sniffOpen } from '../../pipeline/ffmpeg/inspect/sniff.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transcodeJob } from '../../pipeline/processing/processing.jobs.ts';
import { countWaiting, insertSource } from '../../pipeline/processing/processing.queries.ts';
import type { Receiver } from '../../pipeline/processing/receiver.ts';
import { originalKey } from '../../pipeline/processing/source-owner.ts';
import { isInUse } from '../../platform/storage/in-use.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Key, Storage } from '../../platform/storage/storage.ts';
import { findAllowance, checkCount, takeExtra } from './allowance.ts';
import { freeName } from './free-name.ts';
import type { Received } from './receive-file.ts';
import { refusalOfDisk } from './space.ts';
import { titleFrom } from './title.ts';
import { findDuplicate, insertUpload, shownNames } from './uploads.queries.ts';

export interface Accepted {
  mediaId: string;
  duplicateOf: { id: string; title: string } | null;
}

/** The extensions by which a plan's list of accepted files names each container. */
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
 * Throws 415 unless the first bytes are of a kind that the plan accepts, under any of that kind's extensions. The
 * specification does not name the extensions of AIFF, so a file with one of them must contain AIFF itself.
 */
function checkKind(sniffed: Sniffed | null, name: string, { acceptedFiles }: Limits): Sniffed {
  if (sniffed === null || !EXTENSIONS[sniffed.demuxer].some((one) => acceptedFiles.includes(one))) throw wrongType();
  if (AIFF.includes(extensionOf(name)) && sniffed.demuxer !== 'aiff') throw wrongType();
  return sniffed;
}

/**
 * A guess until the probe has run: containers that can hold audio or video are mostly videos, unless the file's
 * extension is an audio one.
 */
function guessType({ kind }: Sniffed, fileName: string): 'song' | 'video' {
  if (kind !== 'unknown') return kind === 'video' ? 'video' : 'song';
  return /\.(m4a|oga|ogg|opus|mka|wma)$/i.test(fileName) ? 'song' : 'video';
}

/** Checks a file's first bytes while the rest is still arriving. Throws like `checkKind`. */
export function checkHead(head: Buffer, name: string, limits: Limits): void {
  if (head.length > 0) checkKind(sniff(head, Number.MAX_SAFE_INTEGER), name, limits);
}

/**
 * The location of a complete file: on this machine, or already in the store as the original of the source that it
 * becomes. With a `sourceId`, a retry uses the same key, so it finds the file that a failed attempt has already stored.
 */
export type Whole = (Received & { sourceId?: string }) | (Omit<Received, 'path'> & { sourceId: string });

/** A complete file, and the receiver for which it was sent. */
export type WholeFile = Whole & {
  userId: string;
  name: string;
  receiver: Receiver;
  /** When the uploader confirmed holding the rights; null if the uploader wasn't asked. */
  rightsConfirmedAt?: Date | null;
};

/**
 * Takes over a completely received file: puts it into the store, then creates source, owner, upload, ledger entry and
 * job in one transaction. Plain and resumable uploads both end here. Throws 415 for a wrong type, 403 when the plan's
 * last place was just taken, and whatever the receiver throws; after these errors nothing of the file stays in the
 * store. After any other error it may be in the store. The caller removes, or retries, a local file that was not moved
 * into the store.
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
    const before = await findAllowance(app.db, app.env, userId);
    checkName(name, before.limits);
    const sniffed = path === null ? await sniffStored(app.storage, storageKey) : await sniffFile(path);
    const kind = checkKind(sniffed, name, before.limits);
    await markForDeletion(app.db, [storageKey]);
    if (path !== null) await app.storage.put(storageKey, path);
    return await transaction(app.db, async (tx) => {
      const allowance = await findAllowance(tx, app.env, userId, { lock: true });
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
      if (charged) await takeExtra(tx, allowance, userId, sourceId);
      await unmarkForDeletion(tx, [storageKey]);
      // For fairness, each further waiting file of a musician is queued behind the first waiting file of every other
      // musician.
      await app.queue.enqueue(tx, transcodeJob, { sourceId, attempt: 1 }, { priority: -waiting });
      await also?.(tx, ownerId);
      return { mediaId: ownerId, duplicateOf };
    });
  } catch (error) {
    // An HttpError that we threw has certainly rolled the transaction back, and a full disk is detected before the
    // transaction. Even then a row may refer to the file, because an earlier attempt may have committed; `isInUse`
    // checks that. After any other error the commit may have succeeded without our learning of it, so the file is left
    // to the sweep.
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
