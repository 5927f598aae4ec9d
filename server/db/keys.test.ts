import { expect, it } from 'vitest';
import { createTestDatabase } from '../testkit/database.ts';
import { connect } from './connection.ts';

/** Tables of some rows, which may be read whole. */
const SMALL = ['list_counts', 'system_message'];

it('whatever refers to a row is found by an index when that row is deleted', async () => {
  const db = connect(await createTestDatabase());
  const without = await db<{ key: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text <> all(${SMALL})
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
  await db.end();
  expect(without.map(({ key }) => key)).toEqual([]);
});
