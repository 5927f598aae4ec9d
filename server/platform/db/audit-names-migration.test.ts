import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { connect } from './connection.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0089').length;

it('0089 removes the names of accounts from the audit log and keeps the rest; it stays append-only', async () => {
  const url = await createTestDatabase({ migrated: false });
  const up = (count: number) =>
    runner({ databaseUrl: url, dir: folder, direction: 'up', migrationsTable: 'migrations', count, log: () => {} });
  await up(before);
  const db = connect(url);
  for (const kind of ['user', 'message', 'post', 'media'])
    await db`
      insert into audit_log (id, actor_id, act, subject_kind, subject_id, subject_name, details)
      values (${newId()}, ${newId()}, 'decided-report', ${kind}, ${newId()}, 'Ada Byron', '{"reason": "Kept."}')`;
  await up(1);
  const rows = await db`
    select subject_kind as kind, subject_name as name, details ->> 'reason' as reason from audit_log order by 1`;
  expect([...rows]).toEqual([
    { kind: 'media', name: 'Ada Byron', reason: 'Kept.' },
    { kind: 'message', name: null, reason: 'Kept.' },
    { kind: 'post', name: null, reason: 'Kept.' },
    { kind: 'user', name: null, reason: 'Kept.' },
  ]);
  await expect(db`update audit_log set subject_name = null`).rejects.toThrow('The audit log is append-only.');
  await db.end();
});
