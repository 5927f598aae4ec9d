import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { expect, it } from 'vitest';
import { claimKey } from '../http/idempotency.queries.ts';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { connect } from './connection.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const names = readdirSync(folder).toSorted();
const before = (name: string) => names.filter((one) => one < name).length;

it('0173 gives leases to idempotency keys from processes of older versions, stored before or after it', async () => {
  const url = await createTestDatabase({ migrated: false });
  const up = (count: number) =>
    runner({ databaseUrl: url, dir: folder, direction: 'up', migrationsTable: 'migrations', count, log: () => {} });
  await up(before('0168'));
  const db = connect(url);
  const userId = await insertPerson(db);
  const hash = Buffer.from('hash');
  const begin = (key: string) => db`
    insert into idempotency_keys (user_id, key, endpoint, request_hash) values (${userId}, ${key}, 'POST /', ${hash})`;
  await begin('before');
  await up(before('0173') - before('0168'));
  await begin('between');
  await up(1);
  await begin('after');
  const takeOver = (key: string) => claimKey(db, { userId, key, id: newId() }, 'POST /', hash);
  expect(await Promise.all(['before', 'between', 'after'].map(takeOver))).toEqual([false, false, false]);
  await db`update idempotency_keys set lease_until = lease_until - interval '11 minutes'`;
  expect(await takeOver('before')).toBe(true);
  await db.end();
});
