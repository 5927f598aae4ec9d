import { expect, test } from 'vitest';
import { batched } from './batched.ts';
import type { Db } from './connection.ts';
import { readAs } from './reading.ts';

const db = {} as Db;
const other = {} as Db;

function doubling() {
  const asked: [Db, readonly string[]][] = [];
  const ask = batched<string, string>(
    (question) => question.slice(0, 1),
    async (from, questions) => {
      asked.push([from, [...questions]]);
      if (questions.includes('a-bad')) throw new Error('away');
      return questions.map((question) => `${question}!`);
    },
  );
  return { asked, ask };
}

test('sends simultaneous questions of one kind as one statement, and gives each its own answer', async () => {
  const { asked, ask } = doubling();
  const later = Promise.resolve().then(() => ask(db, 'a3'));
  expect(await Promise.all([ask(db, 'a1'), ask(db, 'b1'), ask(db, 'a2'), later, ask(other, 'a4')])).toEqual([
    'a1!',
    'b1!',
    'a2!',
    'a3!',
    'a4!',
  ]);
  expect(asked).toEqual([
    [db, ['a1', 'a2', 'a3']],
    [db, ['b1']],
    [other, ['a4']],
  ]);
  expect(await ask(db, 'a1')).toBe('a1!');
  expect(asked).toHaveLength(4);
});

test('fails for all callers whose questions shared the failed statement, but not for later callers', async () => {
  const { ask } = doubling();
  const both = await Promise.allSettled([ask(db, 'a-bad'), ask(db, 'a1')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask(db, 'a1')).toBe('a1!');
});

test('answers of other kinds, and of members, don’t share a statement, its turn and its time limit', async () => {
  const { asked, ask } = doubling();
  const as = (kind: string, isVisitor: boolean, question: string) =>
    readAs({ kind, isVisitor, spent: 0 }, () => ask(db, question));
  const ends = await Promise.allSettled([
    as('GET /api/one', true, 'a-bad'),
    as('GET /api/one', true, 'a1'),
    as('GET /api/other', true, 'a2'),
    as('GET /api/one', false, 'a3'),
    ask(db, 'a4'),
  ]);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.status))).toEqual([
    'rejected',
    'rejected',
    'a2!',
    'a3!',
    'a4!',
  ]);
  expect(asked.map(([, questions]) => questions)).toEqual([['a-bad', 'a1'], ['a2'], ['a3'], ['a4']]);
});
