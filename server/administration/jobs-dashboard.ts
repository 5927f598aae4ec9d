import { createHash } from 'node:crypto';
import { createDashboardHandler } from '@pg-boss/dashboard/handler';
import { JOBS_PATH } from '@scoville/contract/addresses.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import { recordAct } from '../audit/audit.queries.ts';
import { administratorNow } from '../auth/actor-now.ts';
import { transaction } from '../db/connection.ts';
import { checkAccess } from '../http/actor.ts';
import { checkSameSite } from '../http/same-site.ts';

/** What the dashboard may know of a request: who asks is decided here, and no cookie of ours goes further. */
const PASSED = ['accept', 'content-type', 'origin', 'user-agent'];

/**
 * The queue's own dashboard (pg-boss) at `/agenda`, for administrators: what waits, what failed and why, and trying again.
 * It is loaded at its first call.
 */
export async function serveJobsDashboard(server: FastifyInstance, { db, env }: Pick<App, 'db' | 'env'>): Promise<void> {
  const { DATABASE_URL: url, PUBLIC_URL: publicUrl } = env;
  const dashboard = createDashboardHandler({
    databases: [{ url, name: 'Jobs' }],
    basePath: JOBS_PATH,
    allowedActionOrigins: [new URL(publicUrl).host],
  });
  server.addHook('onClose', () => dashboard.close());

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = new Headers();
    for (const name of PASSED) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { body } = request;
    // The dashboard has no HEAD routes. Fastify sends only the headers of the answer to GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const made = await dashboard(
      new Request(new URL(request.url, `${request.protocol}://${request.headers.host ?? new URL(publicUrl).host}`), {
        method,
        headers,
        ...(body instanceof Buffer && { body: new Uint8Array(body) }),
      }),
    );
    const bytes = Buffer.from(await made.arrayBuffer());
    for (const [name, value] of made.headers) if (!SET_BY_US.has(name)) reply.header(name, value);
    if (made.headers.get('content-type')?.startsWith('text/html')) {
      const policy = String(reply.getHeader('content-security-policy'));
      reply.header('content-security-policy', policyFor(policy, bytes.toString()));
    }
    return reply.status(made.status).send(bytes);
  };

  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'private, no-store');
      checkSameSite(request, publicUrl);
      checkAccess('admin', request.actor);
    });
    // Forms, as they are: the dashboard reads them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const path of [JOBS_PATH, `${JOBS_PATH}/*`]) {
      scope.get(path, { schema: { hide: true } }, answer);
      scope.post(path, { schema: { hide: true } }, async (request, reply) => {
        // The dashboard writes by a connection of its own: what is asked of it is kept first, so that nothing goes by unseen.
        const subject = { kind: 'jobs', id: request.url.split('?', 1)[0] ?? JOBS_PATH } as const;
        const { actor } = request;
        if (actor !== null)
          await transaction(db, async (tx) => {
            await recordAct(tx, actor, { act: 'changed-jobs', subject });
            await administratorNow({ env }, tx, actor.userId);
          });
        return answer(request, reply);
      });
    }
  });
}

/** The length belongs to the bytes that we send; nobody else keeps what administrators see. */
const SET_BY_US: ReadonlySet<string> = new Set(['cache-control', 'content-length', 'transfer-encoding', 'connection']);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Our policy with what this page cannot do without: the scripts that stand in it, each by its hash, and its styles. */
function policyFor(policy: string, page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return policy
    .replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '))
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("style-src-attr 'none'", "style-src-attr 'unsafe-inline'");
}
