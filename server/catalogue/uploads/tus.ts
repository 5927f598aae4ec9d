import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILES_ON_THE_WAY } from '@scoville/contract/accounts/plans.ts';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { tooManyUploadsMessage } from '@scoville/contract/catalogue/uploads.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { type Actor, checkAccess } from '../../platform/http/actor.ts';
import { HttpError, badRequest, conflict, notFound } from '../../platform/http/errors.ts';
import { checkSameSite } from '../../platform/http/same-site.ts';
import { newId } from '../../platform/ids.ts';
import { newMedia, replacementOf } from '../media/media.receivers.ts';
import { type Accepted, acceptFile } from './accept-file.ts';
import { type Arrivals, openArrivals, removeAbandoned } from './arrivals.ts';
import { beginResumable } from './begin-resumable.ts';
import { explainHeads } from './explain-heads.ts';
import { reserveAgain, watchReservation } from './reservations.ts';
import { findResumable, finishResumable, abandonResumable } from './resumable.queries.ts';
import { offsetConflict } from './offset-conflict.ts';
import { sweepArrivals } from './sweep.ts';
import { countReplacement } from './replacements-a-day.ts';
import { TusServer } from './tus-server.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type UploadLocks, openUploadLocks } from './upload-locks.ts';

/**
 * Serves resumable uploads: tus 1.0.0 (creation, creation with upload, termination, expiration) at TUS_PATH. Session,
 * site and owner are checked here for every request before the tus library sees it; a complete file is handled the same
 * way as a plain upload. The reply to the last byte, and to every later request for the upload, has the header
 * `X-Media-Id`; the reply to the last byte also has `X-Duplicate-Of` when the account already has the same file.
 */
export async function serveTus(server: FastifyInstance, app: App): Promise<void> {
  const locks = await openUploadLocks(app.env.DATABASE_URL, app.db);
  server.addHook('onClose', () => locks.close());
  // The sweep runs in a worker, which may be on another machine, so files that a killed process left on this machine
  // are removed here.
  server.addHook('onReady', () => sweepArrivals(app));
  const concurrency = createConcurrencyLimit(FILES_ON_THE_WAY, tooManyUploadsMessage(FILES_ON_THE_WAY));
  const owners = new WeakMap<object, Actor>();
  const actorIn = (request: { runtime?: { node?: { req: object } } | undefined }): Actor => {
    const actor = request.runtime?.node && owners.get(request.runtime.node.req);
    if (!actor) throw new Error('A resumable upload came without its account.');
    return actor;
  };

  const arrivals = await openArrivals(app, {
    async discard(id) {
      await abandonResumable(app.db, id);
      await removeAbandoned(app, [id]);
    },
    watchReservation: (id) => watchReservation(app, id),
    watchLock: (id) => locks.watch(id),
  });
  const desk = { app, locks, arrivals };
  const tus = new TusServer(app, {
    path: TUS_PATH,
    datastore: arrivals.store,
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [new URL(app.env.PUBLIC_URL).origin],
    exposedHeaders: ['X-Media-Id', 'X-Duplicate-Of'],
    namingFunction: () => newId(),
    async onUploadCreate(request, upload) {
      const evicted = await beginResumable(app, actorIn(request).userId, upload);
      for (const one of evicted) await locks.requestRelease(one);
      await removeAbandoned(app, evicted);
      return {};
    },
    async onUploadFinish(request, upload) {
      const accepted = await finish(desk, upload.id, actorIn(request).userId);
      if (accepted === null) throw notFound('This upload');
      const { mediaId, duplicateOf } = accepted;
      return {
        headers: { 'X-Media-Id': mediaId, ...(duplicateOf === null ? {} : { 'X-Duplicate-Of': duplicateOf.id }) },
      };
    },
  });

  await server.register(async (scope) => {
    // The tus library reads the bytes itself, so no parser may read them first.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'private, no-store');
      checkSameSite(request, app.env.PUBLIC_URL, { changesState: request.method !== 'OPTIONS' });
      checkAccess('member', request.actor);
      if (request.method === 'POST' && !('id' in (request.params as object)))
        await app.limits.take(`POST ${TUS_PATH} ${request.actor?.userId}`, 300, 60);
    });
    explainHeads(scope);
    const handle = async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply): Promise<void> => {
      const { actor } = request;
      if (actor === null) throw new Error('The hook lets accounts in only.');
      if (request.headers['upload-concat'] !== undefined)
        throw badRequest(
          'Concatenated uploads are not supported. Send the whole file as one upload, without Upload-Concat.',
        );
      if (request.headers['upload-defer-length'] !== undefined)
        throw badRequest('Send the length of the file in the header Upload-Length.');
      if (request.method === 'PATCH' && request.headers['upload-length'] !== undefined)
        throw badRequest('The length of an upload is told when it is begun. Send these bytes without Upload-Length.');
      concurrency.enter(actor.userId, reply.raw);
      const { id } = request.params;
      if (id !== undefined && (await replyIfComplete(desk, { id, request, reply, actor }))) return;
      owners.set(request.raw, actor);
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
      reply.hijack();
      await tus.handle(request.raw, reply.raw);
    };
    const hidden = { schema: { hide: true }, config: { long: 'bytes' as const }, handler: handle };
    for (const method of ['POST', 'OPTIONS']) scope.route({ ...hidden, method, url: TUS_PATH });
    for (const method of OF_AN_UPLOAD) scope.route({ ...hidden, method, url: `${TUS_PATH}/:id` });
    scope.route({ ...hidden, method: 'POST', url: `${TUS_PATH}/:id`, onRequest: takeOverride });
  });
}

/** Methods of a started upload. */
const OF_AN_UPLOAD = ['HEAD', 'PATCH', 'DELETE'];

/** Takes the method from X-HTTP-Method-Override (tus 1.0.0), for networks that only allow GET and POST. */
async function takeOverride({ raw }: FastifyRequest): Promise<void> {
  const method = String(raw.headers['x-http-method-override']).toUpperCase();
  if (!OF_AN_UPLOAD.includes(method)) throw notFound('This upload');
  raw.method = method;
}

interface Desk {
  app: App;
  locks: UploadLocks;
  arrivals: Arrivals;
}

/**
 * Refuses requests for another account's upload, and replies for an upload that is complete: the client may have lost
 * our last reply, or our process may have died between the last byte and the hand-over. True when the reply was sent.
 */
async function replyIfComplete(
  desk: Desk,
  { id, request, reply, actor }: { id: string; request: FastifyRequest; reply: FastifyReply; actor: Actor },
): Promise<boolean> {
  const { app, arrivals } = desk;
  const one = isId(id) ? await findResumable(app.db, id, actor.userId) : null;
  if (one === null) throw notFound('This upload');
  if (request.method === 'DELETE') {
    await abandonResumable(app.db, id);
    // An upload that was handed over stays, even if that happened just now. Without this error the client would believe
    // that the upload is deleted.
    if ((await findResumable(app.db, id)) !== null)
      throw conflict('This upload is already complete. Delete its media instead.');
    return false;
  }
  let { mediaId } = one;
  if (mediaId === null) {
    const received = await arrivals.received(one);
    // If its file is missing, another request may be handing the upload over right now.
    if (request.method === 'HEAD' && (received === one.bytes || received === null))
      mediaId = (await finish(desk, id, actor.userId))?.mediaId ?? null;
    if (request.method === 'PATCH') await reserveAgain(app, one, received ?? 0);
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

/**
 * Hands a complete file over, under the upload's lock: if two requests notice it at once, only one hands it over, and
 * both return the same song or video. Null when the upload is incomplete or gone.
 */
function finish({ app, locks, arrivals }: Desk, id: string, userId: string): Promise<Accepted | null> {
  return locks.under(id, async () => {
    const one = await findResumable(app.db, id, userId);
    if (one === null) return null;
    if (one.mediaId !== null) return { mediaId: one.mediaId, duplicateOf: null };
    if ((await arrivals.received(one)) !== one.bytes) return null;
    const receiver =
      one.replaces === null
        ? newMedia(
            id,
            one.genres.map((name) => ({ id: null, name })),
          )
        : replacementOf(one.replaces);
    try {
      const file = {
        userId,
        name: one.fileName,
        receiver,
        rightsConfirmedAt: one.rightsConfirmedAt,
        ...(await arrivals.whole(one)),
      };
      const accept = () =>
        acceptFile(app, file, async (tx, media) => {
          if (!(await finishResumable(tx, id, media))) throw offsetConflict('This upload is already complete.');
        });
      const accepted = await (one.replaces === null ? accept() : countReplacement(app.limits, userId, accept));
      await arrivals.tidy(id);
      return accepted;
    } catch (error) {
      if (error instanceof HttpError) {
        await abandonResumable(app.db, id);
        await removeAbandoned(app, [id]);
      }
      throw error;
    }
  });
}
