import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GROUPS, brokenLayers } from './layers.ts';

const PRESENT = 'only server/catalogue/media/media.read.ts may import it';
const SIDES = 'server and web share only the contract, and import it by its package name';
const OUTSIDE = 'the product may not import tests, the demonstration or scripts';

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
    ['server/catalogue/media/a.ts', '../../community/comments/b.ts', 'catalogue comes before community'],
    ['server/platform/storage/a.ts', '../../frame/pages/b.ts', 'platform comes before frame'],
    ['server/platform/jobs/a.ts', '../../listening/stats/stats.jobs.ts', 'platform comes before listening'],
    ['web/platform/lib/a.ts', '../../catalogue/media/b.ts', 'platform comes before catalogue'],
    ['web/catalogue/media/a.tsx', '../../frame/shell/b.tsx', 'catalogue comes before frame'],
    ['contract/accounts/users/a.ts', '../../community/profiles/b.ts', 'accounts comes before community'],
    ['contract/catalogue/uploads.ts', '../business/ads/b.ts', 'catalogue comes before business'],
    ['web/frame/shell/a.ts', '../../build/b.ts', 'the product may not import build tools or tests'],
    ['server/frame/pages/a.ts', '../../testkit/b.ts', 'the product may not import build tools or tests'],
    [
      'server/catalogue/media/media.routes.ts',
      '../../listening/stats/stats.routes.ts',
      'only app.ts, build-http.ts and main.ts may import an entrance',
    ],
    [
      'server/catalogue/media/media.routes.ts',
      './media.pages.ts',
      'only app.ts, build-http.ts and main.ts may import an entrance',
    ],
    ['server/catalogue/media/media.routes.ts', './media.present.ts', PRESENT],
    ['server/listening/discovery/a.ts', '../../catalogue/media/media.present.ts', PRESENT],
    ['server/catalogue/media/media.routes.ts', '../../../web/router.ts', SIDES],
    ['web/platform/lib/a.ts', '../../../server/env.ts', SIDES],
    ['server/platform/mail/a.ts', '../../../fixtures/art.ts', OUTSIDE],
    ['server/pipeline/ffmpeg/run/a.ts', '../inspect/b.ts', 'within pipeline/ffmpeg, run comes before inspect'],
    [
      'server/pipeline/ffmpeg/renditions/a.ts',
      '../process.ts',
      'within pipeline/ffmpeg, renditions comes before process.ts',
    ],
    ['web/platform/ui/a.tsx', '../lib/b.ts', 'within platform, ui comes before lib'],
    ['web/catalogue/media/a.tsx', './media-screen.tsx', 'only routes may import an entrance'],
    ['web/catalogue/media/media-screen.tsx', './media.routes.tsx', 'only routes may import an entrance'],
  ])('forbid %s to import %s', async (file, specifier, why) => {
    const target = join(dirname(file), specifier);
    expect(await imports(file, specifier)).toEqual([`${file} imports ${target}: ${why}`]);
  });

  it.each([
    ['server/catalogue/uploads/a.ts', ['../media/b.ts', '../../platform/db/c.ts', '../../env.ts']],
    ['server/catalogue/media/media.routes.ts', ['../../review/curation/b.ts', '../../listening/stats/c.ts']],
    ['server/app.ts', ['./catalogue/media/media.routes.ts']],
    [
      'server/pipeline/ffmpeg/renditions/a.ts',
      ['./b.ts', '../checks/c.ts', '../run/d.ts', '../processing-error.ts', '../../../env.ts'],
    ],
    ['server/pipeline/images/a.ts', ['../ffmpeg/renditions/b.ts']],
    ['server/catalogue/media/media.read.ts', ['./media.present.ts']],
    ['web/review/administration/a.tsx', ['../curation/b.tsx', '../../catalogue/media/c.tsx']],
    ['web/catalogue/media/media-screen.tsx', ['../../review/curation/b.tsx']],
    ['web/routes.tsx', ['./catalogue/media/media.routes.tsx']],
    ['web/catalogue/media/media.routes.tsx', ['./media-screen.tsx', '../uploads/uploads-screen.tsx']],
    ['web/vite.config.ts', ['./build/b.ts']],
    ['contract/catalogue/uploads.ts', ['../business/ads/ads.ts']],
  ])('allow %s to import %j', async (file, specifiers) => {
    expect(await imports(file, ...specifiers)).toEqual([]);
  });

  it.each([
    ["const late = import('../../frame/pages/b.ts');", 1],
    ["export { b } from '../../frame/pages/b.ts';", 1],
    ["import '../../frame/pages/b.ts';", 1],
    ["import type { B } from '../../frame/pages/b.ts';", 1],
    ["import {\n  b,\n} from '../../frame/pages/b.ts';", 1],
    ["import { b } from '@scoville/contract/b.ts';", 0],
  ])('are checked in %s', async (text, count) => {
    await mkdir(join(root, 'server/catalogue/media'), { recursive: true });
    await writeFile(join(root, 'server/catalogue/media/a.ts'), text);
    expect(brokenLayers(root)).toHaveLength(count);
  });

  it('require a place for a new part of a domain with ordered parts', async () => {
    expect(await imports('server/pipeline/ffmpeg/subtitles/a.ts')).toEqual([
      'server/pipeline/ffmpeg/subtitles has no place in the order of scripts/layers.ts',
    ]);
  });

  it('require a group for each folder', async () => {
    expect(await imports('server/radio/a.ts')).toEqual([
      `server/radio is no group. Move it into one of ${GROUPS.join(', ')}.`,
    ]);
  });

  it('require the same group of a domain on all sides', async () => {
    await imports('contract/review/radio/a.ts');
    expect(await imports('server/listening/radio/a.ts')).toEqual([
      'contract/review/radio and server/listening/radio: a domain has the same group on all sides',
    ]);
  });
});
