import { readFile, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../scripts/patience.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Characters. A body may have 256 kB, for which a pattern with quadratic effort would take the processor an hour. */
const LENGTH = 60_000;
/** Milliseconds on a current processor. */
const EFFORT = 300;

interface Pattern {
  where: string;
  regex: RegExp;
}

interface Node {
  type?: string;
  start?: number;
  regex?: { pattern: string; flags: string };
  [key: string]: unknown;
}

function* patternsIn(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (Array.isArray(node)) for (const one of node) yield* patternsIn(one);
  else if (typeof node === 'object' && node !== null) {
    const { regex } = node as Node;
    if ((node as Node).type === 'Literal' && regex) yield regex;
    for (const value of Object.values(node)) if (typeof value === 'object') yield* patternsIn(value);
  }
}

async function patterns(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const folder of ['contract', 'server'])
    for (const name of await readdir(resolve(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /node_modules|\.test\.|testkit|\.check\./.test(name)) continue;
      const source = await readFile(resolve(ROOT, folder, name), 'utf8');
      for (const { pattern, flags } of patternsIn(parseAst(source, { lang: name.endsWith('x') ? 'tsx' : 'ts' })))
        found.push({ where: `${folder}/${name} /${pattern}/${flags}`, regex: new RegExp(pattern, flags) });
    }
  return found;
}

/**
 * Strings that make a bad pattern backtrack again and again: long runs of characters that it matches, with an end that
 * fails.
 */
function attacks({ source }: RegExp): string[] {
  const known = [...new Set(source.replaceAll(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, '').split(''))].slice(0, 8);
  const units = [
    ...known,
    'a',
    'A',
    '0',
    ' ',
    '\t',
    '\n',
    '.',
    '-',
    '/',
    '=',
    '@',
    '"',
    '<',
    '\u0301',
    '\u001b[',
    '%20',
  ];
  const pairs = known.slice(0, 4).flatMap((one) => ['a', '0', ' ', '.'].map((other) => one + other));
  return [...units, ...pairs, 'a.', 'a@', 'a-', ' a', '\r\n', 'a=1;', 'a/'].flatMap((unit) => {
    const run = unit.repeat(Math.ceil(LENGTH / unit.length));
    return [`${run}\u0000`, `${run}!`, `a@${run}\u0000`, `/${run}\n`];
  });
}

describe('regular expressions', () => {
  it('match every text quickly, for all expressions of server and contract', async () => {
    const all = await patterns();
    expect(all.length).toBeGreaterThan(50);
    const slow: string[] = [];
    for (const { where, regex } of all)
      for (const text of attacks(regex)) {
        const took = await effort(() => (regex.global ? text.replaceAll(regex, '') : regex.test(text)));
        if (took > EFFORT) {
          slow.push(`${where}: ${Math.round(took)} ms for ${JSON.stringify(text.slice(0, 8))}`);
          break;
        }
      }
    expect(slow).toEqual([]);
  });

  it('are tested with texts on which a slow expression is detected', async () => {
    const slow = /(\d+) packets/;
    const text = attacks(slow).find((one) => one.startsWith('000')) ?? '';
    expect(await effort(() => slow.test(text))).toBeGreaterThan(EFFORT);
  });
});
