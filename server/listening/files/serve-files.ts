import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listenerIn } from '@scoville/contract/platform/lib/listener.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { HttpError, forbidden, notFound } from '../../platform/http/errors.ts';
import { FOR_OTHER_SITES, READ_BY_OTHER_SITES, allowOtherSites } from '../../platform/http/security-headers.ts';
import { earlyPlaylistOf, growingPlaylist } from '../../pipeline/processing/early-playlist.ts';
import { findEarlyParts } from '../../pipeline/processing/early-video.queries.ts';
import { fileGates } from './file-gate.ts';
import { type Key, type Range, isKey } from '../../platform/storage/storage.ts';
import { openDeliveries } from './deliveries.ts';
import { followAnswer } from './follow-answer.ts';
import { parseRange } from './ranges.ts';
import { type MemoryBudget, createMemoryBudget } from './memory-budget.ts';
import { sendPart, onFinished } from './send-part.ts';
import { openVisibilities } from './visibility.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';

/** The only types that are served from the store, by the extension of the stored file, not of the uploaded one. */
const TYPES = new Map([
  ['m4a', 'audio/mp4'],
  ['mp4', 'video/mp4'],
  ['m4s', 'video/iso.segment'],
  ['webm', 'audio/webm'],
  ['m3u8', PLAYLIST],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['zip', 'application/zip'],
]);

/** The Cache-Control header for each kind of file that has a signed address. */
const CACHE: Record<string, string> = {
  media: 'private, max-age=3600',
  artwork: 'private, max-age=86400',
  exports: 'private, no-store',
};

/**
 * The number of cached file sizes, for files that nginx opens itself. They stay right because a key is never written
 * twice.
 */
const SIZES = 20_000;

interface Service {
  app: App;
  budget: MemoryBudget;
  sizes: LRUCache<Key, number>;
}

/** One route for both methods, because Fastify's own HEAD routes set Content-Length to 0. */
const LISTED = { method: ['GET', 'HEAD'], schema: { hide: true }, config: { long: 'bytes' as const } };

/**
 * `/files/{token}/{key}` serves media, artwork and copies of accounts' data under signed addresses, with ranges. A
 * token may be followed by `~` and the listener's id (contract/platform/lib/listener.ts).
 * `/images/{kind}/{id}/{version}/…` serves the public pictures of accounts and categories. Behind nginx
 * (ACCEL_LOCATION), access is checked here and nginx sends the bytes.
 */
export async function serveFiles(server: FastifyInstance, app: App): Promise<void> {
  const visibilities = await openVisibilities(app.db);
  const deliveries = openDeliveries(app.db, app.log);
  const service = { app, budget: createMemoryBudget(), sizes: new LRUCache<Key, number>({ max: SIZES }) };
  server.addHook('onClose', async () => {
    await visibilities.close();
    await deliveries.close();
  });

  const serveFile = async (
    request: FastifyRequest<{ Params: { token: string; '*': string } }>,
    reply: FastifyReply,
  ) => {
    const key = request.params['*'];
    const { signed: token, listener } = listenerIn(request.params.token);
    const [kind = '', id = ''] = key.split('/');
    const gate = app.domains.given(fileGates).find(({ kinds }) => Object.hasOwn(kinds, kind));
    const cache = gate?.kinds[kind] ?? CACHE[kind];
    if (cache === undefined || !isId(id) || !isKey(key)) throw notFound('This file');
    if (!app.signer.accepts(token, key)) throw forbidden('This address has expired. Open the page again.');
    // A copy of an account's data is for the account in its key only.
    const { actor } = request;
    const mayRead =
      kind === 'exports'
        ? actor?.userId === id
        : await (gate === undefined
            ? visibilities.mayRead(actor, id, Date.now(), app.signer.linkOf(token))
            : gate.mayRead(app.db, actor, id));
    if (!mayRead) throw notFound('This file');
    // Only files that are visible to all may be read by other sites; not those behind a private link.
    if (kind !== 'exports' && gate === undefined && (await visibilities.mayRead(null, id)))
      reply.headers({ ...READ_BY_OTHER_SITES, 'access-control-expose-headers': 'content-length, content-range' });
    const early = earlyPlaylistOf(key);
    if (early !== null) {
      const parts = await findEarlyParts(app.db, early.prefix, early.track);
      if (parts.length === 0) throw notFound('This file');
      // The playlist grows, so each response can be different.
      return reply
        .headers({ 'content-type': PLAYLIST, 'cache-control': 'private, no-store' })
        .send(growingPlaylist(early.track, parts));
    }
    const until = app.signer.endOf(token);
    const began = performance.now();
    const sent = await send(service, request, reply, { key, cache, until });
    if (gate?.noteSent && listener !== null && request.method === 'GET') {
      const { noteSent } = gate;
      followAnswer(reply.raw, sent, (bytes, all) => {
        // If another program sends the file, there is no length here; the whole requested part counts as sent.
        const isWhole = reply.statusCode !== 206 && all >= Number(reply.getHeader('content-length') ?? 0);
        const seconds = (performance.now() - began) / 1000;
        noteSent(app.db, { key, id, by: listener, bytes, isWhole, seconds }).catch((error: unknown) =>
          app.log.error({ err: error }, 'what was sent could not be noted'),
        );
      });
    }
    // An anonymous visitor id that was made for this response isn't recorded, because a client without cookies would
    // add a row with every request.
    if (kind === 'media' && request.method === 'GET' && request.hasVisitorCookie) {
      const by = request.actor?.userId ?? callerOf(request);
      onFinished(reply.raw, deliveries.follow({ visitor: request.visitor, mediaId: id, by }, sent));
    }
    return reply;
  };
  server.route({ ...LISTED, url: '/files/:token/*', handler: serveFile });
  allowOtherSites(server, '/files/:token/*', 'GET');

  const servePicture = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const key = `images/${request.params['*']}`;
    if (!isKey(key)) throw notFound('This picture');
    reply.headers(FOR_OTHER_SITES);
    await send(service, request, reply, { key, cache: 'public, max-age=31536000, immutable', until: Infinity });
    return reply;
  };
  server.route({ ...LISTED, url: '/images/*', handler: servePicture });
}

/** The requested file. */
interface RequestedFile {
  key: Key;
  /** The Cache-Control header. */
  cache: string;
  /** When the address expires (Unix milliseconds). */
  until: number;
}

/** Sends the file or its range. The returned function returns the number of bytes sent so far. */
async function send(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  requestedFile: RequestedFile,
): Promise<() => number> {
  const { app, budget } = service;
  const { key, cache } = requestedFile;
  const type = TYPES.get(key.split('.').pop() ?? '');
  if (type === undefined) throw notFound('This file');
  const elsewhere = await sendElsewhere(service, request, reply, { ...requestedFile, type });
  if (elsewhere !== null) return elsewhere;
  const opened = await app.storage.open(key);
  if (opened === null) throw notFound('This file');
  const { file } = opened;
  const { size } = opened.stats;
  let sends = false;
  try {
    const range = describe(request, reply, { key, size, type, cache });
    reply.header('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === reply.getHeader('etag')) {
      reply.status(304).send();
      return () => 0;
    }
    const part = range ?? whole(size);
    if (range) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
    reply.header('content-length', lengthOf(part));
    if (size === 0 || request.method === 'HEAD') {
      reply.send();
      return () => 0;
    }
    sends = true;
    return await sendPart(reply, file, part, budget);
  } finally {
    if (!sends) await file.close();
  }
}

/** The longest time in seconds for which a browser may reuse a redirect to the store. */
const REDIRECT_LIFE = 900;

/**
 * Lets nginx or the store send the bytes; null if this process must send them. There is no report of the bytes that
 * they sent, so the whole requested part is assumed.
 */
async function sendElsewhere(
  { app, sizes }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, cache, until, type }: RequestedFile & { type: string },
): Promise<(() => number) | null> {
  const accel = app.env.ACCEL_LOCATION;
  // The names in a playlist are relative to its address, and only lead to signed addresses under this server's.
  const mayLeave = request.method === 'GET' && type !== PLAYLIST;
  const headers = { contentType: type, cacheControl: cache };
  const address = accel === null && mayLeave ? await app.storage.address(key, until, headers) : null;
  if (accel === null && address === null) return null;
  const size = sizes.get(key) ?? (await app.storage.size(key));
  if (size === null) throw notFound('This file');
  sizes.set(key, size);
  const part = describe(request, reply, { key, size, type, cache });
  if (address === null) reply.header('x-accel-redirect', `${accel}/${key}`).send();
  else {
    const life = Math.max(0, Math.min(REDIRECT_LIFE, Math.floor((until - Date.now()) / 1000)));
    reply.header('cache-control', `${cache.split(',')[0]}, max-age=${life}`).redirect(address, 302);
  }
  return () => lengthOf(part ?? whole(size));
}

/** Sets the file's headers, and returns the requested range, if any. */
function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, size, type, cache }: { key: Key; size: number; type: string; cache: string },
): Range | null {
  // Keys are never written twice, so key and size identify the bytes.
  const etag = `"${size.toString(36)}-${key.split('/').slice(1).join('.').slice(-80)}"`;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new HttpError(416, 'The file has no such range.');
  }
  // Set after the checks, so that an error response doesn't get the file's headers.
  const disposition = type === 'application/zip' ? `attachment; filename="${key.split('/').pop()}"` : 'inline';
  reply.headers({ 'content-type': type, 'cache-control': cache, 'content-disposition': disposition, etag });
  return range;
}

const whole = (size: number): Range => ({ start: 0, end: size - 1 });
const lengthOf = ({ start, end }: Range): number => end - start + 1;
