import { events } from '@scoville/contract/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Records the duration of each request until its answer was sent, by its route: `/api/media/:id`, never by address. */
export function recordRequests(server: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return;
  server.addHook('onResponse', async (request, reply) => {
    // A stream is open as long as its tab is visible, so its duration isn't a measure of the server.
    if (request.routeOptions.url === events.path) return;
    metrics.record('http.server.request.duration', reply.elapsedTime / 1000, {
      'http.request.method': request.method,
      // A request without a route is recorded as `none`, because its address is arbitrary text from the client.
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
    });
  });
}
