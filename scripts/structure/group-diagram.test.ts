import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groupDiagram, withDiagram } from './group-diagram.ts';
import { productGraph } from './product-graph.ts';

const ROOT = join(import.meta.dirname, '../..');

it('draws each group with its domains of all sides, the lowest at the bottom', () => {
  const files = [
    'server/platform/jobs/worker.ts',
    'server/platform/env.ts',
    'web/platform/ui/button.tsx',
    'contract/accounts/plans.ts',
    'server/accounts/plans/plans.routes.ts',
    'contract/accounts/auth/sessions.ts',
    'web/frame/shell/parts/menu.tsx',
    'server/app.ts',
    'contract/events.ts',
  ];
  expect(groupDiagram(files)).toBe(
    [
      'frame     │ shell',
      'review    │',
      'business  │',
      'listening │',
      'community │',
      'catalogue │',
      'pipeline  │',
      'accounts  │ auth plans',
      'platform  │ jobs ui',
    ].join('\n'),
  );
});

it('replaces the text between the markers only', () => {
  const files = ['web/frame/shell/menu.tsx'];
  const map = withDiagram('before\n<!-- groups -->\nold\n<!-- /groups -->\nafter\n', files);
  expect(map).toBe(
    `before\n<!-- groups -->\n\n\`\`\`text\n${groupDiagram(files)}\n\`\`\`\n\n<!-- /groups -->\nafter\n`,
  );
  expect(withDiagram(map, files)).toBe(map);
});

it('rejects a map without markers', () => {
  expect(() => withDiagram('before\n', [])).toThrow('docs/map.md needs the markers');
});

it('docs/map.md has the current diagram', () => {
  const map = readFileSync(join(ROOT, 'docs/map.md'), 'utf8');
  expect(map, 'Run `npm run structure -- --write-map`.').toBe(withDiagram(map, productGraph(ROOT).texts.keys()));
});
