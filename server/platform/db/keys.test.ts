import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { connect } from './connection.ts';

/** Tables with few rows, which are fast to scan. */
const SMALL = ['list_counts', 'system_message'];

it('every foreign key has an index, which deletions of the referenced row need', async () => {
  const db = connect(await createTestDatabase());
  const without = await db<{ key: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text <> all(${SMALL})
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
  await db.end();
  expect(without.map(({ key }) => key)).toEqual([]);
});
