import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Records how long each request took until its answer was sent, by its route: `/api/media/:id`, never an address. */
export function recordRequests(server: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return;
  server.addHook('onResponse', async (request, reply) => {
    metrics.record('http.server.request.duration', reply.elapsedTime / 1000, {
      'http.request.method': request.method,
      // Where no route answers, the address is a stranger's text.
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
    });
  });
}
