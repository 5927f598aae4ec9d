import { createHash } from 'node:crypto';
import { createDashboardHandler } from '@pg-boss/dashboard/handler';
import { JOBS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import { checkAccess } from '../../platform/http/actor.ts';
import { checkSameSite } from '../../platform/http/same-site.ts';

/** The headers that the dashboard receives. Access is checked here, and no cookie is passed on. */
const PASSED = ['accept', 'content-type', 'origin', 'user-agent'];

/**
 * The job queue's dashboard (pg-boss) at `/agenda`, where administrators see waiting and failed jobs and retry them. It
 * is loaded at its first call.
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
    // Form bodies are passed on unparsed, because the dashboard parses them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const path of [JOBS_PATH, `${JOBS_PATH}/*`]) {
      scope.get(path, { schema: { hide: true } }, answer);
      scope.post(path, { schema: { hide: true } }, async (request, reply) => {
        // The dashboard writes with its own connection, so the audit log is written first; otherwise a change could go
        // unrecorded.
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

/**
 * Headers of the dashboard that are dropped: we set the length of the bytes that we send, and forbid caching of
 * administrators' pages.
 */
const SET_BY_US: ReadonlySet<string> = new Set(['cache-control', 'content-length', 'transfer-encoding', 'connection']);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The server's Content-Security-Policy, extended for this page's inline scripts, each by its hash, and its styles. */
function policyFor(policy: string, page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return policy
    .replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '))
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("style-src-attr 'none'", "style-src-attr 'unsafe-inline'");
}
