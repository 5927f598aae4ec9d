import { beforeEach, expect, it, vi } from 'vitest';
import { __vitePreload, fetchAhead } from './preload-helper.ts';

const fetched: string[] = [];
const run: string[] = [];

/** The build replaces `import('./part.tsx')` by such a call. */
const importing = (name: string) => () =>
  __vitePreload(() => Promise.resolve(run.push(name)), [`assets/${name}.js`, `assets/${name}-shared.js`]);

beforeEach(() => {
  fetched.length = 0;
  run.length = 0;
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    return Promise.resolve(new Response('', { status: address.includes('missing') ? 404 : 200 }));
  });
});

it('fetches a part ahead without running it, and runs it later without another fetch', async () => {
  const load = importing('bar');
  fetchAhead(load);
  expect(fetched).toEqual(['/assets/bar.js', '/assets/bar-shared.js']);
  // Another part that is loaded in the meantime runs.
  await importing('list')();
  expect(run).toEqual(['list']);
  await load();
  expect(run).toEqual(['list', 'bar']);
  expect(fetched).toHaveLength(4);
});

it('fetches files again on load if fetching them ahead failed', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const load = importing('missing');
  fetchAhead(load);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  await expect(load()).rejects.toThrow('Failed to fetch dynamically imported module');
  expect(fetched).toHaveLength(4);
  expect(run).toEqual([]);
});
