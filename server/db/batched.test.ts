import { expect, test } from 'vitest';
import { batched } from './batched.ts';
import type { Db } from './connection.ts';

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

test('questions of one kind that are asked at the same time are one, each with its own answer', async () => {
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

test('what fails has failed for all who asked with it, and for nobody after', async () => {
  const { ask } = doubling();
  const both = await Promise.allSettled([ask(db, 'a-bad'), ask(db, 'a1')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask(db, 'a1')).toBe('a1!');
});
