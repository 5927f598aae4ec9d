import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RequestListener, type Server, createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { EMBED } from './built-web.ts';
import type { Web } from './web.ts';

const ROOT = resolve(import.meta.dirname, '../../web');

/** What Vite answers itself: its client, packages, and modules from outside of its root. */
const VITES_OWN = /^\/(@vite|@react-refresh|@id|@fs|node_modules)(\/|$)/;

/** The browser's part while developing: every file transformed when it is asked for, and changes pushed to the page. */
export interface SourceWeb extends Web {
  /** A server on which Vite answers what is its, and `handler` everything else. For Fastify's `serverFactory`. */
  serverFactory: (handler: RequestListener) => Server;
  /** Ends the watching and the pages' sockets, which would otherwise hold the server open. */
  close: () => Promise<void>;
}

/** Starts Vite on `web/`, without a port of its own. */
export async function openSourceWeb(publicUrl: string): Promise<SourceWeb> {
  // Loaded here and now: production runs without it.
  const { createServer: createVite } = await import('vite');
  const server = createServer();
  const vite = await createVite({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    server: { middlewareMode: true, ws: { server }, allowedHosts: [new URL(publicUrl).hostname] },
  });
  return {
    template: async () => vite.transformIndexHtml('/index.html', await readFile(join(ROOT, 'index.html'), 'utf8')),
    asset: () => null,
    scriptsOf: () => [],
    embed: () => ({ scripts: ['/@vite/client', `/${EMBED}`], styles: [] }),
    serverFactory: (handler) =>
      server.on('request', (request, response) => {
        if (!isSource(request.url ?? '/')) return handler(request, response);
        vite.middlewares(request, response, () => response.writeHead(404).end());
      }),
    close: () => vite.close(),
  };
}

function isSource(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (VITES_OWN.test(path)) return true;
  // A page's address has no extension, and index.html is a page's template, no page.
  if (['', '.html'].includes(extname(path)) || path.includes('%')) return false;
  return [ROOT, join(ROOT, 'public')].some(
    (folder) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true,
  );
}
