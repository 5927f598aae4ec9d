import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../platform/http/docs-page.ts';

/**
 * The page that a browser stores and shows while it is offline (web/public/service-worker.js). Its link, and the return
 * of the connection, reload the wanted page, whose address the browser still has.
 */
export function serveOfflinePage(server: FastifyInstance, productName: string): void {
  const name = escapeHtml(productName);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="robots" content="noindex">
    <title>No connection | ${name}</title>
    <link rel="icon" href="/logo.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/offline.css">
    <script src="/offline.js"></script>
  </head>
  <body>
    <main>
      <img src="/logo.svg" alt="" width="72" height="72">
      <h1>You are offline</h1>
      <p>${name} plays over the internet, and there is no connection just now. This page reloads by itself once the connection is back.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>
`;
  server.get('/offline.html', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=3600').send(page),
  );
}
