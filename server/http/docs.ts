import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ErrorBody } from '@scoville/contract/errors.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { type Encoding, encodingFor, compress } from './compress.ts';

/**
 * The OpenAPI document, from the same table as the routes, at /api/docs/json, and a page for people at /api/docs.
 * Register before the routes.
 */
export async function addDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: '1',
        description: 'Every call of the product, with who may make it in `x-access`.',
      },
    },
    transform: (given) => {
      const { schema, url } = jsonSchemaTransform(given);
      if (schema?.['hide'] === true) return { schema, url };
      const takesFiles = given.route.config?.endpoint?.multipart === true;
      const response = { ...(schema?.['response'] as object), 429: TOO_MANY, ...(takesFiles && { 507: DISK_FULL }) };
      return { schema: { ...schema, response }, url };
    },
  });
  const hidden = { schema: { hide: true } };
  const json = document(() => JSON.stringify(app.swagger()));
  const page = document(() => docsPage(productName, app.swagger() as Parameters<typeof docsPage>[1]));
  app.get('/api/docs/json', hidden, (request, reply) => json(request, reply.type('application/json; charset=utf-8')));
  app.get('/api/docs', hidden, (request, reply) => page(request, reply.type('text/html; charset=utf-8')));
  app.get('/api/docs/style.css', hidden, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', KEPT).send(docsStyle),
  );
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: z.toJSONSchema(ErrorBody) } },
});

/** What every call may answer, since every caller is limited. */
const TOO_MANY = {
  ...refusal('Too many calls, or too much at a time.'),
  headers: {
    'Retry-After': { type: 'integer', description: 'Seconds until another try may be answered, where that is known.' },
  },
};
/** What a call that takes a file may answer. */
const DISK_FULL = refusal('The server has no room for this file just now.');

/** A new version of the product may say something else; the ETag shows it. */
const KEPT = 'public, max-age=300';

/** Answers with a text that is made once, at the first call, and is then the same bytes for everybody. */
function document(make: () => string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let made: Promise<Record<Encoding | 'plain', Buffer> & { tag: string }> | null = null;
  const build = async () => {
    const text = make();
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    return { tag, plain: Buffer.from(text), br: await compress(text, 'br'), gzip: await compress(text, 'gzip') };
  };
  return async (request, reply) => {
    const { tag, ...forms } = await (made ??= build());
    reply.header('cache-control', KEPT).header('etag', tag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.send(forms[encoding ?? 'plain']);
  };
}
