import type { FastifyInstance } from 'fastify';
import type { Pool } from '../db/connection.ts';

/**
 * Answers 200 if this process can serve, else 503 with the reason.
 * @param concern returns a problem that the operator should know about although the process can serve, or null
 */
export function addHealth(
  app: FastifyInstance,
  db: Pool,
  concern: () => Promise<string | null>,
): { stopping: () => void } {
  let stopping = false;
  app.get('/api/health', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (stopping) return reply.status(503).send({ ok: false, reason: 'This process is stopping.' });
    try {
      await Promise.race([db`select 1`, timeout(2000)]);
    } catch {
      return reply.status(503).send({ ok: false, reason: 'The database is unavailable.' });
    }
    const reason = await concern();
    return reply.send(reason === null ? { ok: true } : { ok: true, reason });
  });
  return { stopping: () => void (stopping = true) };
}

const timeout = (milliseconds: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), milliseconds).unref();
  });
