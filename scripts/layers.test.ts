import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenLayers } from './layers.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scoville-layers-'));
  for (const side of ['server', 'web']) await mkdir(join(root, side));
});
afterEach(() => rm(root, { recursive: true }));

/** Writes a file with these imports, and returns the broken rules. */
async function imports(file: string, ...specifiers: string[]): Promise<string[]> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), specifiers.map((one, at) => `import { x as x${at} } from '${one}';\n`).join(''));
  return brokenLayers(root);
}

describe('the layers', () => {
  it('hold in this product', () => {
    expect(brokenLayers(resolve(import.meta.dirname, '..'))).toEqual([]);
  });

  it.each([
    ['server/media/a.ts', '../uploads/b.ts', 'a noun may not import a verb'],
    ['web/shell/a.ts', '../build/b.ts', 'a frame may not import a tool'],
    ['server/storage/a.ts', '../media/b.ts', 'a platform may not import a noun'],
    ['server/storage/a.ts', '../uploads/b.ts', 'a platform may not import a verb'],
    ['server/stats/a.ts', '../curation/b.ts', 'one verb may not import another'],
    [
      'server/media/media.routes.ts',
      '../stats/stats.routes.ts',
      'an entrance is read by app.ts, build-http.ts and main.ts alone',
    ],
    [
      'server/media/media.routes.ts',
      './media.pages.ts',
      'an entrance is read by app.ts, build-http.ts and main.ts alone',
    ],
    ['server/media/media.routes.ts', './media.present.ts', 'server/media/media.read.ts is the one door to it'],
    ['server/discovery/a.ts', '../media/media.present.ts', 'server/media/media.read.ts is the one door to it'],
    [
      'server/media/media.routes.ts',
      '../../web/router.ts',
      'server and web never meet: what both need stands in the contract',
    ],
    ['server/ffmpeg/run/a.ts', '../inspect/b.ts', 'within ffmpeg, run comes before inspect'],
    ['server/ffmpeg/renditions/a.ts', '../process.ts', 'within ffmpeg, renditions comes before process.ts'],
    ['web/lib/a.ts', '../../server/env.ts', 'server and web never meet: what both need stands in the contract'],
    ['server/mail/a.ts', '../../fixtures/art.ts', 'the product stands without tests, demonstration and scripts'],
    ['server/supervisor/a.ts', '../media/b.ts', 'a platform may not import a noun'],
    ['web/media/a.tsx', '../discovery/b.tsx', 'a noun may not import a verb'],
    ['web/curation/a.tsx', '../uploads/b.tsx', 'one verb may not import another'],
    ['web/lib/a.ts', '../media/b.ts', 'a base may not import a noun'],
    ['web/ui/a.tsx', '../lib/b.ts', 'a ground may not import a base'],
    ['web/media/a.tsx', './media-screen.tsx', 'an entrance is read by routes alone'],
    ['web/media/media-screen.tsx', './media.routes.tsx', 'an entrance is read by routes alone'],
  ])('forbid %s to import %s', async (file, specifier, why) => {
    const target = join(dirname(file), specifier);
    expect(await imports(file, specifier)).toEqual([`${file} imports ${target}: ${why}`]);
  });

  it.each([
    ['server/uploads/a.ts', ['../media/b.ts', '../db/c.ts', '../stats/stats.jobs.ts', '../env.ts']],
    ['server/media/media.routes.ts', ['../curation/b.ts', '../stats/c.ts']],
    ['server/app.ts', ['./media/media.routes.ts']],
    ['server/ffmpeg/renditions/a.ts', ['./b.ts', '../checks/c.ts', '../run/d.ts', '../media-error.ts', '../../env.ts']],
    ['server/images/a.ts', ['../ffmpeg/renditions/b.ts']],
    ['server/media/media.read.ts', ['./media.present.ts']],
    ['web/administration/a.tsx', ['../curation/b.tsx', '../media/c.tsx']],
    ['web/media/media-screen.tsx', ['../curation/b.tsx']],
    ['web/routes.tsx', ['./media/media.routes.tsx']],
    ['web/media/media.routes.tsx', ['./media-screen.tsx', '../uploads/uploads-screen.tsx']],
  ])('allow %s to import %j', async (file, specifiers) => {
    expect(await imports(file, ...specifiers)).toEqual([]);
  });

  it.each([
    ["const late = import('../uploads/b.ts');", 1],
    ["export { b } from '../uploads/b.ts';", 1],
    ["import '../uploads/b.ts';", 1],
    ["import type { B } from '../uploads/b.ts';", 1],
    ["import {\n  b,\n} from '../uploads/b.ts';", 1],
    ["import { b } from '@scoville/contract/b.ts';", 0],
  ])('are checked in %s', async (text, count) => {
    await mkdir(join(root, 'server/media'));
    await writeFile(join(root, 'server/media/a.ts'), text);
    expect(brokenLayers(root)).toHaveLength(count);
  });

  it('require a place for a new part of a folder with ordered parts', async () => {
    expect(await imports('server/ffmpeg/subtitles/a.ts')).toEqual([
      'server/ffmpeg/subtitles: no place is given to it in scripts/layers.ts',
    ]);
  });

  it('require a kind for a new folder', async () => {
    expect(await imports('server/radio/a.ts')).toEqual([
      'server/radio: no kind is given to this folder in scripts/layers.ts',
    ]);
  });
});
