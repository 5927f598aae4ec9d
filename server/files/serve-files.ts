import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { HttpError, forbidden, notFound } from '../http/errors.ts';
import type { Key, Range } from '../storage/storage.ts';
import { openDeliveries } from './deliveries.ts';
import { rangeOf } from './ranges.ts';
import { openVisibilities } from './visibility.ts';

/** The only types that are ever served from the store, whatever an uploader called the file. */
const TYPES: Record<string, string> = {
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  webm: 'audio/webm',
  m3u8: 'application/vnd.apple.mpegurl',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** Ranges up to this size are one read and one write, which is faster than a stream (bytes). */
const ONE_READ = 1024 * 1024;

/**
 * `/files/{token}/{key}` serves media and artwork under signed addresses, with ranges; `/images/{kind}/{id}/{version}/…`
 * the public pictures of accounts and categories. Behind nginx (ACCEL_LOCATION) the check is done here and the bytes
 * are sent there.
 */
export async function serveFiles(server: FastifyInstance, app: App): Promise<void> {
  const visibilities = await openVisibilities(app.db);
  const deliveries = openDeliveries(app.db, app.log);
  server.addHook('onClose', async () => {
    await visibilities.close();
    await deliveries.close();
  });

  server.get<{ Params: { token: string; '*': string } }>(
    '/files/:token/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const key = request.params['*'];
      const [kind = '', id = ''] = key.split('/');
      if (!/^(media|artwork)$/.test(kind) || !isId(id) || !isPlain(key)) throw notFound('This file');
      if (!app.signer.accepts(request.params.token, key))
        throw forbidden('This address has expired. Open the page again.');
      if (!(await visibilities.mayRead(request.actor, id))) throw notFound('This file');
      const bytes = await send(
        app,
        request,
        reply,
        key,
        kind === 'artwork' ? 'private, max-age=86400' : 'private, max-age=3600',
      );
      if (kind === 'media' && request.method === 'GET') deliveries.note(request.visitor, id, bytes);
      return reply;
    },
  );

  server.get<{ Params: { '*': string } }>('/images/*', { schema: { hide: true } }, async (request, reply) => {
    const key = `images/${request.params['*']}`;
    if (!/^images\/(profile|genre|mood|album|band)\//.test(key) || !isPlain(key)) throw notFound('This picture');
    await send(app, request, reply, key, 'public, max-age=31536000, immutable');
    return reply;
  });
}

const isPlain = (key: Key): boolean => key.split('/').every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part));

/** Answers with the file or its range; returns how many bytes it was. */
async function send(app: App, request: FastifyRequest, reply: FastifyReply, key: Key, cache: string): Promise<number> {
  const type = TYPES[key.split('.').pop() ?? ''];
  if (type === undefined) throw notFound('This file');
  reply.headers({
    'content-type': type,
    'cache-control': cache,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (app.env.ACCEL_LOCATION !== null) {
    reply.header('x-accel-redirect', `${app.env.ACCEL_LOCATION}/${key}`).send();
    return 1;
  }
  const size = await app.storage.size(key);
  if (size === null) throw notFound('This file');
  // Keys are never written twice, so the key and the size name the bytes.
  const etag = `"${size.toString(36)}-${key.split('/').slice(1).join('.').slice(-80)}"`;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  if (request.headers['if-none-match'] === etag) {
    reply.status(304).send();
    return 0;
  }
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new HttpError(416, 'The file has no such range.');
  }
  const part = range ?? { start: 0, end: size - 1 };
  const length = part.end - part.start + 1;
  if (range) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  reply.header('content-length', length);
  if (size === 0 || request.method === 'HEAD') reply.send();
  else if (length <= ONE_READ) reply.send(await readPart(app.storage.path(key), part));
  else reply.send(await app.storage.read(key, part));
  return length;
}

async function readPart(path: string, { start, end }: Range): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(end - start + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
