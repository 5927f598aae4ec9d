import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TUS_PATH, extensionOf } from '@scoville/contract/uploads.ts';
import { cleanText, isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { type Actor, checkAccess } from '../http/actor.ts';
import { HttpError, badRequest, conflict, invalid, notFound } from '../http/errors.ts';
import { checkSameSite } from '../http/same-site.ts';
import { newId } from '../ids.ts';
import { type Accepted, acceptFile, checkName } from './accept-file.ts';
import { allowanceOf, checkCount, maxBytes, tooLarge } from './allowance.ts';
import { resumableFolder } from './incoming.ts';
import {
  RESUMABLE_HOURS,
  type Resumable,
  findResumable,
  finishResumable,
  insertResumable,
  removeResumable,
} from './resumable.queries.ts';
import { ResumableStore } from './resumable-store.ts';
import { checkSpace, refusalOfDisk } from './space.ts';
import { openUploadLocks } from './upload-locks.ts';

/** What the tus library answers for an error of ours: the same body as everywhere. */
interface TusError {
  status_code: number;
  body: string;
}

const asTus = ({ status, message, errors }: HttpError, id?: string): TusError => ({
  status_code: status,
  body: JSON.stringify({ message, errors, id }),
});

/** An error of ours, of the library or of the machine, as one of ours. */
function asHttpError(error: Error | TusError): HttpError {
  const known = refusalOfDisk(error);
  if (known instanceof HttpError) return known;
  if ('status_code' in error && error.status_code < 500) return new HttpError(error.status_code, error.body.trim());
  const failure = new HttpError(500, 'Something went wrong on our side. Please try again.');
  failure.cause = error;
  return failure;
}

/**
 * The resumable way to upload: tus 1.0.0 (creation, creation with upload, termination, expiration) at TUS_PATH. Session,
 * site and owner are checked here for every request before the protocol's library sees it; a whole file goes the same
 * way as a plain upload. The answer to the last byte, and every later question about it, carries `X-Media-Id`; the first also `X-Duplicate-Of` when the account has the very file
 * already.
 */
export async function serveTus(server: FastifyInstance, app: App): Promise<void> {
  const folder = resumableFolder(app.env);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const locks = await openUploadLocks(app.env.DATABASE_URL, app.db);
  server.addHook('onClose', () => locks.close());
  const owners = new WeakMap<object, Actor>();
  const actorIn = (request: { runtime?: { node?: { req: object } } | undefined }): Actor => {
    const actor = request.runtime?.node && owners.get(request.runtime.node.req);
    if (!actor) throw new Error('A resumable upload came without its account.');
    return actor;
  };

  const tus = new Server({
    path: TUS_PATH,
    datastore: new ResumableStore(
      { directory: folder, expirationPeriodInMilliseconds: RESUMABLE_HOURS * 3600 * 1000 },
      (id) => removeResumable(app.db, id),
    ),
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [new URL(app.env.PUBLIC_URL).origin],
    exposedHeaders: ['X-Media-Id', 'X-Duplicate-Of'],
    namingFunction: () => newId(),
    async onUploadCreate(request, upload) {
      const { userId } = actorIn(request);
      const allowance = await allowanceOf(app.db, app.env, userId);
      checkCount(allowance);
      const name = upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '';
      checkName(name, allowance.limits);
      if (upload.size === undefined) throw badRequest('Say how long the file is: Upload-Length.');
      if (upload.size === 0)
        throw invalid('file', 'This file is empty. Export it again and upload the new file.', 'empty');
      if (upload.size > maxBytes(allowance.limits)) throw tooLarge(allowance.limits.maxFileSizeMB);
      await checkSpace(app, upload.size);
      const clean = cleanText(name);
      const fileName = clean.length <= 500 ? clean : `${clean.slice(0, 480)}.${extensionOf(clean)}`;
      await insertResumable(app.db, { id: upload.id, userId, fileName, bytes: upload.size });
      return {};
    },
    async onUploadFinish(request, upload) {
      const one = await findResumable(app.db, upload.id, actorIn(request).userId);
      if (one === null) throw notFound('This upload');
      const { mediaId, duplicateOf } = await finish(app, folder, one);
      return {
        headers: { 'X-Media-Id': mediaId, ...(duplicateOf === null ? {} : { 'X-Duplicate-Of': duplicateOf.id }) },
      };
    },
    async onResponseError(_request, error) {
      const refusal = asHttpError(error);
      if (refusal.status < 500) return asTus(refusal);
      const id = newId();
      app.log.error({ err: refusal, id }, 'a resumable upload failed');
      return asTus(refusal, id);
    },
  });

  await server.register(async (scope) => {
    // The bytes are the library's business; nothing may read them first.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async (request) => {
      checkSameSite(request, app.env.PUBLIC_URL, request.method !== 'OPTIONS');
      checkAccess('member', request.actor);
      if (request.method === 'POST') await app.limits.take(`POST ${TUS_PATH} ${request.actor?.userId}`, 300, 60);
    });
    const handle = async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply): Promise<void> => {
      const { actor } = request;
      if (actor === null) throw new Error('The hook lets accounts in only.');
      if (request.params.id !== undefined && (await answeredBefore(app, folder, request, reply, actor))) return;
      owners.set(request.raw, actor);
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
      reply.hijack();
      await tus.handle(request.raw, reply.raw);
    };
    const hidden = { schema: { hide: true }, config: { long: true }, handler: handle };
    for (const method of ['POST', 'OPTIONS']) scope.route({ ...hidden, method, url: TUS_PATH });
    for (const method of ['HEAD', 'PATCH', 'DELETE']) scope.route({ ...hidden, method, url: `${TUS_PATH}/:id` });
  });
}

/**
 * Refuses what is not this account's, and answers for an upload that is whole: its sender may have lost our last
 * answer, or we may have died between the last byte and the hand-over. True when the answer was sent.
 */
async function answeredBefore(
  app: App,
  folder: string,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
  actor: Actor,
): Promise<boolean> {
  const id = request.params.id ?? '';
  const one = isId(id) ? await findResumable(app.db, id, actor.userId) : null;
  if (one === null) throw notFound('This upload');
  if (request.method === 'DELETE') {
    if (one.mediaId !== null) throw conflict('This upload is whole already. Delete its media instead.');
    await removeResumable(app.db, id);
    return false;
  }
  let mediaId = one.mediaId;
  if (mediaId === null && request.method === 'HEAD') {
    const found = await stat(join(folder, id)).catch(() => null);
    if (found?.size === one.bytes) ({ mediaId } = await finish(app, folder, one));
  }
  if (mediaId === null) return false;
  reply
    .status(request.method === 'HEAD' ? 200 : 204)
    .headers({
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'upload-offset': String(one.bytes),
      'upload-length': String(one.bytes),
      'x-media-id': mediaId,
    })
    .send();
  return true;
}

/** Hands a whole file over. */
async function finish(app: App, folder: string, one: Resumable): Promise<Accepted> {
  if (one.mediaId !== null) return { mediaId: one.mediaId, duplicateOf: null };
  const path = join(folder, one.id);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  try {
    return await acceptFile(
      app,
      { userId: one.userId, name: one.fileName, path, bytes: one.bytes, sha256: hash.digest() },
      async (tx, media) => {
        if (!(await finishResumable(tx, one.id, media))) throw conflict('This upload was handed over already.');
      },
    );
  } catch (error) {
    if (error instanceof HttpError) await removeResumable(app.db, one.id);
    throw error;
  } finally {
    await rm(join(folder, `${one.id}.json`), { force: true });
  }
}
