import { build } from 'vite';
import { expect, it } from 'vitest';
import { compileAhead } from './compile-ahead.ts';

const PAGE = '/page.js';
// Vite inserts a list of files before the code of a module that loads others.
const SOURCES: Record<string, string> = {
  [PAGE]: "import('/first.js').then(console.log); import('/second.js').then(console.log);",
  '/first.js': "import { shared } from '/shared.js'; export const first = () => shared('first');",
  '/second.js': "import { shared } from '/shared.js'; export const second = () => shared('second');",
  '/shared.js': 'export const shared = (name) => console.log(name);',
};

it('only the first file of a page starts with the compile hint', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'sources', enforce: 'pre', resolveId: (id) => (id in SOURCES ? id : null), load: (id) => SOURCES[id] },
      compileAhead(PAGE),
    ],
    build: { write: false, rolldownOptions: { input: PAGE } },
  });
  if (!('output' in result)) throw new Error('Several builds, or one that goes on.');
  const chunks = result.output.filter((file) => file.type === 'chunk');
  expect(chunks.length).toBeGreaterThan(2);
  for (const { code, facadeModuleId } of chunks)
    expect(code.startsWith('//# allFunctionsCalledOnLoad\n')).toBe(facadeModuleId === PAGE);
  expect(chunks.find(({ facadeModuleId }) => facadeModuleId === PAGE)?.code).toContain('__vite__mapDeps');
});
