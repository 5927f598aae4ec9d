import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { type Pool, connect } from './connection.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  let proxy: DatabaseProxy;
  let db: Pool;
  beforeEach(async () => {
    const database = await createTestDatabase({ migrated: false });
    proxy = await openDatabaseProxy(database);
    db = connect(database, { max: 2 });
  });
  afterEach(async () => {
    await db.end({ timeout: 1 });
    await proxy.close();
  });

  const applied = async () =>
    (await db`select 1 from pg_tables where tablename = 'migrations'`).length === 0
      ? []
      : (await db`select name from migrations order by id`).map((row) => row['name'] as string);

  it('stop if they lose their connection between two statements; the next start runs them', async () => {
    // Between this answer and the first migration, the runner reads files and sends no query.
    const asked = 'FROM "public"."migrations" ORDER BY';
    let lost = 0;
    proxy.onQuery = (bytes) => {
      if (lost > 0 || !bytes.includes(asked)) return;
      proxy.onAnswer = () => {
        lost += 1;
        proxy.onAnswer = () => {};
        // After the answer has been passed on.
        process.nextTick(() => proxy.hangUp());
      };
    };
    await expect(migrate(proxy.url)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(lost).toBe(1);
    expect(await applied()).toEqual([]);
    await migrate(proxy.url);
    expect(await applied()).toContain('0001_foundation');
    expect(await db`select 1 from media`).toHaveLength(0);
  });

  it('are rolled back if they lose their connection within a statement', async () => {
    proxy.onQuery = (bytes) => {
      if (!bytes.includes('create table sources')) return;
      proxy.onQuery = () => {};
      proxy.cut();
    };
    await expect(migrate(proxy.url)).rejects.toThrow();
    expect(await applied()).toEqual([]);
    expect(await db`select 1 from pg_tables where tablename = 'users'`).toHaveLength(0);
    await migrate(proxy.url);
    const all = await applied();
    expect(new Set(all).size).toBe(all.length);
    // Two more processes find nothing to do.
    await Promise.all([migrate(proxy.url), migrate(proxy.url)]);
    expect(await applied()).toEqual(all);
  });
});
