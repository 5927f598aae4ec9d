import { type Rolldown, build } from 'vite';
import { expect, it } from 'vitest';
import { type Pages, groupByImports, planChunks } from './chunk-groups.ts';

const PAGES: Pages = { page: '/page.js', firstScreen: '/first.js', elsewhere: '/elsewhere.js' };
const long = (characters: number): string => `console.log('${'x'.repeat(characters)}');`;

/** The source of a module that imports other modules, imports some lazily, and has code that must be kept. */
const from = (imports: readonly string[], lazy: readonly string[] = [], more = ''): string =>
  [
    ...imports.map((path) => `import '${path}';`),
    `console.log(import.meta.url, ${lazy.map((path) => `import('${path}')`).join()});`,
    more,
  ].join('\n');
const PRODUCT: Record<string, string> = {
  '/page.js': from(['/frame.js', '/preload.js'], ['/first.js', '/second.js', '/third.js']),
  '/frame.js': from([]),
  '/preload.js': from([]),
  '/first.js': from(['/card.js', '/banner.js', '/frame.js']),
  '/card.js': from(['/cover.js']),
  '/cover.js': from([]),
  '/banner.js': from([]),
  '/second.js': from(['/card.js', '/form.js', '/player.js', '/editor.js', '/sources.js'], ['/dialog.js']),
  '/third.js': from(['/form.js', '/field.js', '/player.js', '/own.js'], ['/dialog.js']),
  '/dialog.js': from(['/form.js', '/field.js', '/editor.js', '/dialog-parts.js']),
  '/dialog-parts.js': from([]),
  '/form.js': from(['/field.js']),
  '/field.js': from([]),
  // player.js is too large to be merged into a chunk with the form, which doesn't use it.
  '/player.js': from([], [], long(1_000_000)),
  // editor.js is small enough to be merged if only the dialog loaded it in addition. But a screen would have to load
  // it, too.
  '/editor.js': from([], [], long(100_000)),
  '/own.js': from([]),
  '/elsewhere.js': from(['/sources.js', '/preload.js']),
  '/sources.js': from([]),
};

async function built(sources: Record<string, string>, pages = PAGES): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'sources', enforce: 'pre', resolveId: (id) => (id in sources ? id : null), load: (id) => sources[id] },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: Object.values(pages), output: { codeSplitting: groupByImports(pages) } },
    },
  });
  if (!('output' in result)) throw new Error('Several builds, or one that goes on.');
  return result.output.filter((file) => file.type === 'chunk');
}

/** The modules of each file, sorted. */
const files = (chunks: readonly Rolldown.OutputChunk[]): string[] =>
  chunks
    .map(({ moduleIds }) =>
      moduleIds
        .filter((id) => id in PRODUCT || id.endsWith('-renamed.js'))
        .toSorted()
        .join(' '),
    )
    .filter((modules) => modules !== '')
    .toSorted();

it('puts the page and the modules shared with the first screen into one file, and shared modules of others into few files', async () => {
  expect(files(await built(PRODUCT))).toEqual([
    '/banner.js /first.js',
    '/card.js /cover.js /frame.js /page.js',
    '/dialog-parts.js /dialog.js',
    '/editor.js',
    '/elsewhere.js',
    '/field.js /form.js',
    '/own.js /third.js',
    '/player.js',
    '/preload.js',
    '/second.js',
    '/sources.js',
  ]);
});

it('makes the same files if all modules are renamed', async () => {
  const renamed = (text: string): string =>
    text.replaceAll(/\/[a-z-]+\.js/g, (path) => `/x${path.slice(1, -3)}-renamed.js`);
  const sources = Object.fromEntries(Object.entries(PRODUCT).map(([path, text]) => [renamed(path), renamed(text)]));
  const pages = {
    page: renamed(PAGES.page),
    firstScreen: renamed(PAGES.firstScreen),
    elsewhere: renamed(PAGES.elsewhere),
  };
  expect(files(await built(sources, pages))).toEqual(
    files(await built(PRODUCT))
      .map(renamed)
      .toSorted(),
  );
});

it('keeps the parts of a library that the page doesn’t use out of its file', async () => {
  const chunks = await built({
    ...PRODUCT,
    '/library.js': `export { used } from '/used.js'; export { unused } from '/unused.js'; export { rare } from '/rare.js';`,
    '/used.js': `export const used = () => console.log('used');`,
    '/unused.js': `export const unused = () => console.log('unused');`,
    '/rare.js': `export const rare = () => console.log('rare');`,
    '/own.js': `import { rare } from '/library.js'; rare();`,
    '/frame.js': `import { used } from '/library.js'; used();`,
    '/second.js': `${PRODUCT['/second.js']} import { unused } from '/library.js'; unused();`,
    '/third.js': `${PRODUCT['/third.js']} import { unused } from '/library.js'; unused();`,
  });
  const fileOf = (module: string) => chunks.find(({ moduleIds }) => moduleIds.includes(module));
  expect(fileOf('/used.js')?.moduleIds).toContain('/page.js');
  expect(fileOf('/unused.js')?.moduleIds).toContain('/form.js');
  expect(fileOf('/rare.js')?.moduleIds).toContain('/own.js');
});

it('throws for a page that is not in the build', () => {
  expect(() => planChunks(() => null, PAGES)).toThrow('The build has no module /page.js.');
});
