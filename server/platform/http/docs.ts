import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { ErrorBody } from '@scoville/contract/platform/http/errors.ts';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { type Encoding, encodingFor, compress } from './compress.ts';

/**
 * Serves the OpenAPI document, made from the same table as the routes, at /api/docs/json, and a page for people at
 * /api/docs. Register before the routes.
 */
export async function addDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: '1',
        description: DESCRIPTION,
      },
    },
    transform: (given) => {
      const { schema, url } = jsonSchemaTransform(given);
      if (schema?.['hide'] === true) return { schema, url };
      const endpoint = given.route.config?.endpoint;
      const file = endpoint?.multipart ?? null;
      const response = {
        ...(schema?.['response'] as object),
        429: TOO_MANY,
        ...(file !== null && { 507: DISK_FULL }),
        default: OTHERS,
      };
      return {
        schema: { ...schema, ...(endpoint && file !== null && { body: formBody(endpoint, file) }), response },
        url,
      };
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

/** The notes that apply to all calls. */
const DESCRIPTION = `The calls of the product, with who may make each in \`x-access\`: \`anyone\`; \`account\`, whoever is signed in; \`member\`, an account with a password; \`curator\`, reviewers and administrators; \`admin\`.

Sign in by \`POST /auth\`, which sets a cookie (\`session\`; over https \`__Host-session\`), and send it with every call. Where a second step is needed, the 401 has the code \`second_factor\`.

What decides who can sign in, or takes all data out, needs a fresh sign-in (\`x-fresh-sign-in\`): the account’s password in the field \`by\` of the body, or a sign-in at its provider within the last minutes. With \`toChange\` only a call that changes that field needs it. A refusal is a 400 at the field \`by\`, with the code \`required\`, \`wrong_credentials\` or, for an account without a password, \`sign_in_again\`.

A refusal has the status 400, 401, 403, 404, 408, 409, 413, 415, 429, 503 or 507 and the body \`{ message, errors: [{ field, code, message }] }\`; an error of the server has an \`id\` as well, which is in its log. \`Retry-After\` says when to try again. Codes of a 403: \`no_password\`, \`not_verified\`, \`not_vouched\`, \`no_second_factor\`, \`suspended\`.

A signed-in client may send an \`Idempotency-Key\` (1 to 200 characters) with a call that changes something: for a day the same key with the same call gets the first answer. Uploads, but for that of an ad, and calls that carry a password or a token, ignore it.

Fields that a call does not declare are ignored; those that it declares all count.

Calls that change something are refused to pages of other sites. \`GET /auth/logout\` needs the header \`X-Timezone-Offset\` (minutes).

Not listed here: resumable uploads by tus 1.0.0 at \`${TUS_PATH}\`, \`GET /api/health\`, the feeds of a musician (\`/api/media/user/{id}/feed.xml\` and \`feed.json\`), and files.`;

/** The OpenAPI schema of a form with a file: its text fields, which must be sent before the file, and the file. */
function formBody(endpoint: Endpoint, file: string) {
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.body, { io: 'input' });
  return {
    type: 'object',
    properties: { ...properties, [file]: { type: 'string', format: 'binary' } },
    required: [...required, file],
  };
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: z.toJSONSchema(ErrorBody) } },
});

/** Documented for every call, because every caller is limited. */
const TOO_MANY = {
  ...refusal('Too many calls, or too much at a time.'),
  headers: {
    'Retry-After': { type: 'integer', description: 'Seconds until another try may be answered, where that is known.' },
  },
};
const OTHERS = refusal('A refusal, or an error of the server.');
/** Documented for calls that take a file. */
const DISK_FULL = refusal('The server has no room for this file just now.');

/** Short, because a new version of the product may change the documents. The ETag makes the next request cheap. */
const KEPT = 'public, max-age=300';

/** Answers with a text that is made at the first call and then kept, so that all callers get the same bytes. */
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
