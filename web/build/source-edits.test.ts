import { expect, it } from 'vitest';
import { applyEdits } from './source-edits.ts';

const insert = (at: number, text: string) => ({ from: at, to: at, text });
const cut = (from: number, to: number) => ({ from, to, text: '' });

it('applies replacements, insertions and cuts in any order', () =>
  expect(applyEdits('abcdef', [insert(6, '!'), { from: 1, to: 3, text: 'X' }, cut(4, 5), insert(0, '>')])).toBe(
    '>aXdf!',
  ));

it('drops an edit inside a part that another edit cuts', () => {
  expect(applyEdits('abcdef', [cut(1, 5), insert(3, 'X'), cut(2, 4)])).toBe('af');
  expect(applyEdits('abcdef', [cut(1, 3), cut(2, 5)])).toBe('af');
});
