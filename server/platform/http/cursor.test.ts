import { expect, it } from 'vitest';
import { createCursors } from './cursor.ts';

const cursors = createCursors('a secret');
const message = 'This page address is damaged. Open the list again from the start.';
const DAMAGED = { status: 400, message, errors: [{ field: 'cursor', code: 'invalid', message }] };

it('reads the place that was written', () => {
  for (const place of [[1], ['a', 2, 'ü'], []])
    expect(cursors.read('list', cursors.write('list', place))).toEqual(place);
});

it('refuses cursors that belong to another list, have another secret or are forged, with a message', () => {
  const cursor = cursors.write('list', [1, 'a']);
  const forged = [
    createCursors('another').write('list', [1, 'a']),
    cursor.slice(0, -1),
    `A${cursor.slice(1)}` === cursor ? `B${cursor.slice(1)}` : `A${cursor.slice(1)}`,
    Buffer.alloc(12).toString('base64url'),
    'x',
    '',
  ];
  for (const text of forged) expect(() => cursors.read('list', text)).toThrow(expect.objectContaining(DAMAGED));
  expect(() => cursors.read('other', cursor)).toThrow(expect.objectContaining(DAMAGED));
});

it('signs list and place separately', () => {
  expect(() => cursors.read('a\n[1]', cursors.write('a', [1]))).toThrow(expect.objectContaining(DAMAGED));
});

it('is short, and needs no escaping in an address', () => {
  const cursor = cursors.write('list', [1]);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(Buffer.from(cursor, 'base64url')).toHaveLength(12 + '[1]'.length);
});
