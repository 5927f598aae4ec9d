import { resolve } from 'node:path';
import { type Rolldown, build } from 'vite';

/** A page with the product's libraries that loads and shows one line of text. */
const SOURCE = `
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Link, Outlet, RouterProvider, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { StrictMode, createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

function Line() {
  const { data } = useQuery({ queryKey: ['line'], queryFn: async () => (await fetch('/line')).text() });
  return h('main', null, h('h1', null, 'Bare'), h('p', null, data ?? 'Loading'), h(Link, { to: '/' }, 'Home'));
}
const rootRoute = createRootRoute({ component: () => h(Outlet) });
const line = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Line });
const router = createRouter({ routeTree: rootRoute.addChildren([line]) });
createRoot(document.querySelector('#root')).render(
  h(StrictMode, null, h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router }))),
);`;

export const BARE_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Bare</title></head><body><div id="root"></div><script type="module" src="/bare.js"></script></body></html>';

/** Builds the script of the bare page like the product's scripts. */
export async function bareScript(): Promise<string> {
  const { output } = (await build({
    root: resolve(import.meta.dirname, '../web'),
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input: 'bare' } },
    plugins: [
      {
        name: 'bare-page',
        resolveId: { filter: { id: /^bare$/ }, handler: () => resolve(import.meta.dirname, '../web/bare.js') },
        load: { filter: { id: /\/bare\.js$/ }, handler: () => SOURCE },
      },
    ],
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
