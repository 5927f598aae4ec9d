import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { type Pool, connect } from './connection.ts';
import { startsWithPattern, containsPattern } from './like.ts';

let db: Pool;
beforeAll(async () => {
  db = connect(await createTestDatabase({ migrated: false }), { max: 1 });
});
afterAll(() => db.end());

const like = async (text: string, pattern: string) =>
  (await db<{ found: boolean }[]>`select ${text}::text like ${pattern}::text as found`)[0]?.found;

it.each(['%', '_', '\\', '100%', 'a_b', 'back\\slash', '\\%'])('treats %s literally', async (part) => {
  expect(await like(`${part} and more`, startsWithPattern(part))).toBe(true);
  expect(await like(`more ${part} and more`, startsWithPattern(part))).toBe(false);
  expect(await like(`more ${part} and more`, containsPattern(part))).toBe(true);
  expect(await like('another 1000 aXb', startsWithPattern(part))).toBe(false);
  expect(await like('another 1000 aXb', containsPattern(part))).toBe(false);
});
