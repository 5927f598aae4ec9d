import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEntries } from './merge-entries.ts';

const list = (...entries: string[]) => entries.map((entry) => ({ id: entry.slice(0, 1), text: entry }));
const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text);
const began = (ids: string, changed = '') => ({ ids: [...ids], changed: [...changed] });

describe('a list that was edited in two places', () => {
  it.each([
    ['keeps an entry added elsewhere', list('a', 'b!'), list('a', 'b', 'c'), began('ab', 'b'), ['a', 'b!', 'c']],
    ['keeps entries added in both places', list('a', 'x'), list('a', 'c'), began('a'), ['a', 'x', 'c']],
    ['drops an entry removed elsewhere', list('a', 'b!'), list('b'), began('ab', 'b'), ['b!']],
    ['drops an entry removed here, even if it was edited elsewhere', list('a'), list('a', 'b?'), began('ab'), ['a']],
    ['prefers the edit made here', list('a!'), list('a?'), began('a', 'a'), ['a!']],
    [
      'keeps an entry edited here, even if it was removed elsewhere',
      list('a!', 'b'),
      list('b'),
      began('ab', 'a'),
      ['a!', 'b'],
    ],
    ['combines edits of different entries', list('a', 'b!'), list('a?', 'b'), began('ab', 'b'), ['a?', 'b!']],
    ['has the order chosen here', list('b', 'a'), list('a', 'c', 'b'), began('ab'), ['b', 'a', 'c']],
    ['contains each entry once', list('a', 'a'), list('a'), began('a'), ['a']],
    ['can be emptied', [], list('a', 'b'), began('ab'), []],
    ['keeps an entry added elsewhere when it is emptied here', [], list('a', 'c'), began('a'), ['c']],
  ])('%s', (_what, mine, theirs, from, merged) => {
    expect(texts(mergeEntries(mine, theirs, from))).toEqual(merged);
  });

  it('adds entries without an id as new entries', () => {
    expect(mergeEntries([{ id: undefined, text: 'new' }], list('a'), began(''))).toEqual([
      { text: 'new' },
      ...list('a'),
    ]);
  });

  it('equals the edited list if the other list is unchanged, and the other list if the edited one is unchanged', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
    fc.assert(
      fc.property(ids, ids, fc.subarray([...'abcdefgh']), (base, other, edited) => {
        const before = list(...base);
        const mine = list(...other).map((entry) => (edited.includes(entry.id) ? { ...entry, text: 'edited' } : entry));
        const from = { ids: base, changed: edited.filter((id) => base.includes(id)) };
        expect(mergeEntries(mine, before, from)).toEqual(mine);
        const merged = mergeEntries(before, mine, { ids: base, changed: [] });
        expect(new Set(merged)).toEqual(new Set(mine));
      }),
    );
  });
});
