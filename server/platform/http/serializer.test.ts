import { expect, test } from 'vitest';
import * as z from 'zod';
import { createSerializerCompiler } from './serializer.ts';

const Card = z.object({ id: z.string(), title: z.nullable(z.string()), tags: z.array(z.string()) });
const List = z.object({
  media: z.array(Card),
  total: z.optional(z.int()),
  paging: z.object({ next: z.nullable(z.string()) }),
});
const writerOf = (schema: z.ZodType) => {
  const write = createSerializerCompiler([Card])({ schema, method: 'GET', url: '/', contentType: '' } as never);
  // The serializer returns bytes or a text.
  return (reply: unknown) => String(write(reply));
};
const card = (id: string) => ({ id, title: 'Quotes " and \u2028 and 音', tags: ['a', 'b'] });

test('a reply with a list of shared parts has all fields of its schema, and no others', () => {
  const write = writerOf(List);
  const reply = { media: [card('x'), { ...card('y'), title: null, secret: 1 }], paging: { next: null }, secret: 2 };
  expect(JSON.parse(write(reply))).toEqual({
    media: [card('x'), { ...card('y'), title: null }],
    paging: { next: null },
  });
  expect(JSON.parse(write({ media: [], total: 3, paging: { next: 'n' } }))).toEqual({
    media: [],
    total: 3,
    paging: { next: 'n' },
  });
});

test('a reply can consist of lists alone, or have none', () => {
  const two = writerOf(z.object({ first: z.array(Card), second: z.array(Card) }));
  expect(JSON.parse(two({ first: [card('x')], second: [] }))).toEqual({ first: [card('x')], second: [] });
  expect(JSON.parse(writerOf(z.object({ one: Card }))({ one: card('x') }))).toEqual({ one: card('x') });
  expect(JSON.parse(writerOf(z.array(Card))([card('x')]))).toEqual([card('x')]);
});

test('a shared part is serialized once for all replies that contain it', () => {
  let read = 0;
  const part = {
    ...card('x'),
    get title() {
      read += 1;
      return 'once';
    },
  };
  const [list, other] = [writerOf(List), writerOf(List)];
  const texts = [list, list].map((write) => write({ media: [part], paging: { next: null } }));
  const once = read;
  expect(once).toBeGreaterThan(0);
  list({ media: [part, part], paging: { next: null } });
  expect([read, texts[0]]).toEqual([once, texts[1]]);
  expect(other({ media: [part], paging: { next: null } })).toBe(texts[0]);
});
