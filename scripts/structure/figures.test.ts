import { expect, it } from 'vitest';
import { importsOf } from '../tests/imports.ts';
import { FIGURES } from './figures.ts';
import { buildGraph } from './product-graph.ts';

/** Returns the lines of a figure for a product of these files. */
function counted(figure: string, files: Record<string, string>): string[] {
  const texts = new Map(Object.entries(files));
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
  return FIGURES[figure]?.find(buildGraph({ texts, imports })) ?? [];
}

const reads = (...paths: string[]): string => paths.map((path) => `import '${path}';\n`).join('');

it('counts the imports of the weaker direction of two folders that import each other', () => {
  const files = {
    'server/group/users/change.ts': reads('../audit/record.ts'),
    'server/group/audit/record.ts': '',
    'server/group/audit/names.ts': reads('../users/change.ts'),
    'server/group/audit/list.ts': reads('../users/change.ts', '../../app.ts'),
    'server/app.ts': reads('./group/audit/list.ts'),
  };
  expect(counted('server-pairs', files)).toEqual([
    'audit and users: server/group/users/change.ts imports server/group/audit/record.ts',
  ]);
  expect(counted('web-pairs', files)).toEqual([]);
});

it('leaves entrances, tests and testkits out', () => {
  const back = reads('../audit/record.ts');
  const files = {
    'server/group/audit/record.ts': reads('../users/names.ts'),
    'server/group/users/names.ts': '',
    'server/group/users/users.routes.ts': back,
    'server/group/users/names.test.ts': back,
    'server/group/users/testkit/names.ts': back,
    'web/group/playing/bar.tsx': reads('../media/cover.tsx'),
    'web/group/media/cover.tsx': '',
    'web/group/media/media-screen.tsx': reads('../playing/bar.tsx'),
  };
  expect([...counted('server-pairs', files), ...counted('web-pairs', files)]).toEqual([]);
});

it('counts types and parts that load later in a circle', () => {
  const files = {
    'web/group/ui/toasts.tsx': `const load = () => import('./card.tsx');`,
    'web/group/ui/card.tsx': `import type { Toast } from './toasts.tsx';`,
  };
  expect(counted('circles', files)).toEqual([
    'web/group/ui/card.tsx, in a circle of 2',
    'web/group/ui/toasts.tsx, in a circle of 2',
  ]);
});

it('counts lines, the homes of media, and names of the contract without a folder', () => {
  const files = {
    'server/group/media/media.routes.ts': '\n'.repeat(301),
    'server/group/media/media.pages.ts': '\n'.repeat(300),
    'web/group/media/own/own-media.ts': '',
    'contract/group/media.ts': '',
    'contract/group/media/lists.ts': '',
    'contract/group/own-media.ts': '',
  };
  expect(counted('files', files)).toEqual(['server/group/media/media.routes.ts: 301']);
  expect(counted('media', files)).toEqual(['server/group/media', 'web/group/media/own', 'contract/group']);
  expect(counted('contract-names', files)).toEqual(['contract/group/own-media.ts']);
});
