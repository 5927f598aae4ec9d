import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../..');
/** Finds texts that are shown as plain text, where `<bdi>` is impossible: messages and the titles of dialogs. */
const SHOWN =
  /(?:\btoast\('\w+',|\bshowFailure\(|\b(?:Dialog|ConfirmDialog|FormDialog)\s+title=\{)[^`;]{0,120}?(\w*)`([^`]*)`/g;
/** A name or title that a user chose. Names of the product and of plans are set by the installation and don't count. */
const CHOSEN = /\$\{[^}]*(?:\btitle|\bname|\bdisplayName)\b/;

/**
 * Exempt, because it is part of the first load, whose size limit has no room for isolates: it puts the title between
 * quotation marks.
 */
const FIRST_LOAD = join('catalogue', 'player', 'queue', 'put-in-queue.ts');

it('names in plain text are isolated, because they may be written from right to left', () => {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: WEB,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).filter((file) => file !== FIRST_LOAD);
  const found = files.flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(SHOWN)]
      .filter(([, , said = '']) => CHOSEN.test(said))
      .map(([, tag, said]) => ({ file, tag, said })),
  );
  expect(found.length).toBeGreaterThan(15);
  // `isolated` around each name has the same effect as the `sentence` tag.
  expect(found.filter(({ tag, said }) => tag !== 'sentence' && said?.includes('isolated(') !== true)).toEqual([]);
});
