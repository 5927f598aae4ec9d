import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { effort } from '../../../scripts/patience.ts';
import { Email, isSameMailbox } from './email.ts';
import { ById, Flag, Id, PageQuery, Paging, Positions, Seed, isId, requiredText, text } from './values.ts';

/** The messages of a schema for a value; empty if the schema accepts it. */
const said = (schema: z.ZodMiniType, value: unknown): string[] =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ message }) => message);

describe('texts from users', () => {
  it('are cleaned before their characters are counted', () => {
    expect(z.parse(text(3), ' a\u0000bc ')).toBe('abc');
    expect(said(text(3), 'abcd')).toEqual(['Use at most 3 characters.']);
    expect(said(text(3, 'Too long.'), 'abcd')).toEqual(['Too long.']);
    expect(z.parse(requiredText(3, 'Missing.'), ' a\u0000bc ')).toBe('abc');
    expect(said(requiredText(3, 'Missing.'), 'abcd')).toEqual(['Use at most 3 characters.']);
    expect(said(requiredText(3, 'Missing.'), undefined)).toEqual(['Missing.']);
  });
  it('count as missing if they have only blanks', () => {
    expect(z.safeParse(requiredText(10, 'Title is required'), ' \u0000 ').error?.issues[0]?.message).toBe(
      'Title is required',
    );
  });
});

describe('email addresses', () => {
  it('are accepted in all common forms and rejected if undeliverable', () => {
    for (const good of [
      'a@b.co',
      ' first.last+tag@sub.example.org ',
      "o'neil@example.ie",
      'δ@παράδειγμα.ελ',
      'a@xn--80ak6aa92e.com',
    ])
      expect(z.safeParse(Email, good).success).toBe(true);
    for (const bad of [
      '',
      'x',
      'x@',
      '@b.co',
      'a b@c.co',
      'a@b',
      'a@b.c',
      'a@@b.co',
      `${'a'.repeat(250)}@b.co`,
      'a@b.co\nbcc: c@d.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.co',
      'a@.b.co',
      'a@b..co',
      'a@-b.co',
      'a@b-.co',
      'a@b.co-',
      'a@b.c/o',
      'a\u007f@b.co',
      '\ud800@b.co',
    ])
      expect(z.safeParse(Email, bad).success).toBe(false);
  });
  it('have the same single message for every error', () => {
    for (const bad of [undefined, 7, 'x', `${'a'.repeat(250)}@b.co`])
      expect(said(Email, bad)).toEqual(['Please enter a valid email.']);
    expect(z.parse(Email, `  ${'a'.repeat(249)}@b.co  `)).toHaveLength(254);
  });
  it('are converted to one form for each mailbox', () => {
    const same = [
      ['δ@παράδειγμα.ελ', 'δ@xn--hxajbheg2az3al.xn--qxam'],
      ['juno@Bücher.example', 'juno@xn--bcher-kva.example'],
      ['juno@bu\u0308cher.example', 'juno@xn--bcher-kva.example'],
      ['juno@bücher\u3002example', 'juno@xn--bcher-kva.example'],
      ['jose\u0301@example.org', 'jos\u00e9@example.org'],
      ['Juno@Example.org', 'Juno@Example.org'],
    ];
    for (const [typed, kept] of same) {
      expect(z.parse(Email, typed)).toBe(kept);
      expect(z.parse(Email, kept)).toBe(kept);
    }
    for (const bad of [
      'a@ö:80.example',
      'a@b@ö.example',
      'a@ö/x.example',
      'a@-ö.example',
      `a@${'ö'.repeat(60)}.example`,
      'a@ö.1',
    ])
      expect(said(Email, bad)).toEqual(['Please enter a valid email.']);
  });
  it('are checked quickly even if written to slow the check down', async () => {
    const marks = `a${'\u0301'.repeat(60_000)}${'\u0327'.repeat(60_000)}@b.co`;
    expect(await effort(() => z.safeParse(Email, marks))).toBeLessThan(200);
    expect(await effort(() => isSameMailbox('a@b.co', marks))).toBeLessThan(200);
    const spite = `${'a.'.repeat(50_000)}@`;
    expect(z.safeParse(Email, spite).success).toBe(false);
  });
});

describe('ids, pages and seeds', () => {
  it('accepts only ids in the exact form', () => {
    expect(isId('01a1fcfe-8cbb-7b35-be4f-64e482914812')).toBe(true);
    for (const other of ['juno', '', '01a1fcfe8cbb7b35be4f64e482914812', '01A1FCFE-8CBB-7B35-BE4F-64E482914812'])
      expect(isId(other)).toBe(false);
    const id = '01a1fcfe-8cbb-7b35-be4f-64e482914812';
    for (const longer of [`x${id}`, `${id}x`, `${id}\n`]) expect(said(Id, longer)).toEqual(['This is not a known id.']);
    expect(said(ById, { id: 'juno' })).toEqual(['This is not a known id.']);
    expect(z.parse(ById, { id, other: 1 })).toEqual({ id });
  });
  it('parses flags from forms and queries', () => {
    expect([true, 'true', false, 'false'].map((value) => z.parse(Flag, value))).toEqual([true, true, false, false]);
    for (const other of ['perhaps', 2, null]) expect(z.safeParse(Flag, other).success).toBe(false);
  });
  it('refuses pages, sizes and seeds that are not whole numbers within their limits', () => {
    const query = z.object(PageQuery);
    for (const bad of [
      { page: '0' },
      { page: '1.5' },
      { page: 'x' },
      { size: '101' },
      { size: '-1' },
      { size: '1e9' },
      { cursor: 'x'.repeat(401) },
    ])
      expect(z.safeParse(query, bad).success).toBe(false);
    expect(z.parse(query, { page: '2', size: '100' })).toEqual({ page: 2, size: 100 });
    expect(z.parse(query, { page: '1', size: '1' })).toEqual({ page: 1, size: 1 });
    expect(z.parse(query, { page: '1000' })).toEqual({ page: 1000 });
    expect(z.safeParse(query, { page: '1001' }).success).toBe(false);
    expect(z.parse(query, { cursor: 'x'.repeat(400) })).toEqual({ cursor: 'x'.repeat(400) });
    expect(said(query, { cursor: 'x'.repeat(401) })).toEqual([
      'This page address is damaged. Open the list again from the start.',
    ]);
    expect(said(query, { page: '1001' })).toEqual([
      'A page is a whole number up to 1000. Follow paging.next instead of counting pages.',
    ]);
    for (const page of ['x', '1.5', '0']) expect(said(query, { page })).toEqual(['A page is a whole number from 1.']);
    for (const size of ['x', '1.5', '0', '101'])
      expect(said(query, { size })).toEqual(['A size is a whole number from 1 to 100.']);
    for (const bad of ['-1', '2147483648', '1.5', "1'"]) expect(said(Seed, bad)).toEqual(['A seed is a whole number.']);
    expect(['0', '2147483647'].map((seed) => z.parse(Seed, seed))).toEqual([0, 2_147_483_647]);
  });
});

it('the OpenAPI document describes pages and cursors', () => {
  const { properties } = z.toJSONSchema(z.object(PageQuery), { io: 'input' });
  const described = Object.entries(properties ?? {}).map(([name, schema]) => [
    name,
    typeof schema === 'object' ? schema.description : undefined,
  ]);
  expect(described).toEqual([
    [
      'page',
      'Page numbers start at 1. They reach the first 10,000 rows, or the first 1,000 of shuffled lists, searches, the review queue and followed news; higher numbers are refused (400). A cursor reaches all rows. A page of very long texts can have fewer rows than its size, so follow paging.next.',
    ],
    ['size', undefined],
    ['cursor', 'The value of paging.next in the previous response. It takes precedence over page.'],
  ]);
});

it('paging has the page, its size, and the cursor of the next page', () => {
  const page = { page: 2, size: 24, next: null };
  expect(z.parse(Paging, { ...page, more: 1 })).toEqual(page);
  expect((z.safeParse(Paging, {}).error?.issues ?? []).map(({ path }) => path.join())).toEqual([
    'page',
    'size',
    'next',
  ]);
});

describe('positions', () => {
  const at = (position: number, n = position) => ({
    id: `01a1fcfe-8cbb-7b35-be4f-${String(n).padStart(12, '0')}`,
    position,
  });
  const all = (count: number) => Array.from({ length: count }, (_, i) => at(i + 1));

  it('accept up to 1,000 different ids, each with a whole number from 1 to 1,000,000', () => {
    for (const good of [all(1), all(1000), [at(1), at(1_000_000)], [at(1, 1), at(1, 2)]])
      expect(z.parse(Positions, good)).toEqual(good);
    for (const bad of [0, 1.5, 1_000_001]) expect(z.safeParse(Positions, [at(bad, 1)]).success).toBe(false);
  });
  it('reject other lists with one message', () => {
    expect(said(Positions, undefined)).toEqual(['Positions are a list of ids, each with its position.']);
    expect(said(Positions, [])).toEqual(['Name what is arranged, and the positions.']);
    expect(said(Positions, all(1001))).toEqual(['Name at most 1,000 at once.']);
    expect(said(Positions, [at(1, 1), at(2, 1)])).toEqual(['List each item only once.']);
  });
});
