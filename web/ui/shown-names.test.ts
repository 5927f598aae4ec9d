import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
/** What is shown as plain text, where `<bdi>` cannot be: messages and the titles of dialogs. */
const SHOWN =
  /(?:\btoast\('\w+',|\bshowFailure\(|\b(?:Dialog|ConfirmDialog|FormDialog)\s+title=\{)[^`;]{0,120}?(\w*)`([^`]*)`/g;
/** A name or a title that somebody chose; the product's and a plan's are the installation's. */
const CHOSEN = /\$\{[^}]*(?:\btitle|\bname|\bdisplayName)\b/;

/** Part of the first load, which has no room for it: its title stands between quotation marks. */
const FIRST_LOAD = join('player', 'queue', 'put-in-queue.ts');

it('names are kept apart in what is shown as plain text: it may be written from right to left', () => {
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
  // `isolated` at each name does the same.
  expect(found.filter(({ tag, said }) => tag !== 'sentence' && said?.includes('isolated(') !== true)).toEqual([]);
});
