import type { FastifyInstance } from 'fastify';
import type { Pool } from '../db/connection.ts';

/**
 * 200 when this process can serve; 503 with the reason when not.
 * @param concern what the operator should know although everything else goes on; null when there is nothing
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
