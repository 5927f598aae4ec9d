import type { FastifyInstance } from 'fastify';

/** Serves the name and icons for installing the app on a phone (W3C Web Application Manifest). */
export function serveManifest(server: FastifyInstance, productName: string): void {
  server.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(
        JSON.stringify({
          name: productName,
          short_name: productName,
          id: '/',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#16110e',
          theme_color: '#16110e',
          lang: 'en',
          categories: ['music', 'entertainment'],
          // Made by the build (web/build/draw-icons.ts).
          icons: [
            { src: '/logo.svg', type: 'image/svg+xml', sizes: 'any' },
            { src: '/icons/192.png', type: 'image/png', sizes: '192x192' },
            { src: '/icons/512.png', type: 'image/png', sizes: '512x512' },
            { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
          ],
        }),
      ),
  );
}
