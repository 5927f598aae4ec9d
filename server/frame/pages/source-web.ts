import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RequestListener, type Server, createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { EMBED } from './built-web.ts';
import type { Web } from './web.ts';

const ROOT = resolve(import.meta.dirname, '../../../web');

/** Paths that Vite serves: its client, packages, and modules from outside of its root. */
const VITES_OWN = /^\/(@vite|@react-refresh|@id|@fs|node_modules)(\/|$)/;

/** The browser app in development: each file is transformed on request, and changes are pushed to the page. */
export interface SourceWeb extends Web {
  /** A server on which Vite answers its own paths, and `handler` all others. For Fastify's `serverFactory`. */
  serverFactory: (handler: RequestListener) => Server;
  /** Closes the file watcher and the pages' sockets, which would otherwise keep the server open. */
  close: () => Promise<void>;
}

/** Starts Vite on `web/`, without its own port. */
export async function openSourceWeb(publicUrl: string): Promise<SourceWeb> {
  // Imported here, because production runs without Vite.
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
  // A page's address has no extension. index.html is the template of pages, not a page.
  if (['', '.html'].includes(extname(path)) || path.includes('%')) return false;
  return [ROOT, join(ROOT, 'public')].some(
    (folder) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true,
  );
}
