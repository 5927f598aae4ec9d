import { events } from '@scoville/contract/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Records how long each request took until its answer was sent, by its route: `/api/media/:id`, never an address. */
export function recordRequests(server: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return;
  server.addHook('onResponse', async (request, reply) => {
    // Open for as long as somebody looks: how long says nothing about us.
    if (request.routeOptions.url === events.path) return;
    metrics.record('http.server.request.duration', reply.elapsedTime / 1000, {
      'http.request.method': request.method,
      // Where no route answers, the address is a stranger's text.
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
    });
  });
}
