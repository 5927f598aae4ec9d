import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { connect } from './connection.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0144').length;

it('0144 vouches for confirmed accounts, except those linked by a stranger before the confirmation', async () => {
  const url = await createTestDatabase({ migrated: false });
  const up = (count: number) =>
    runner({ databaseUrl: url, dir: folder, direction: 'up', migrationsTable: 'migrations', count, log: () => {} });
  await up(before);
  const db = connect(url);
  const account = async (
    confirmed: string | null,
    linked: { at: string; vouched: string | null } | null = null,
  ): Promise<string> => {
    const id = await insertPerson(db);
    await db`update users set email_verified_at = ${confirmed} where id = ${id}`;
    if (linked !== null)
      await db`insert into identities (issuer, subject, user_id, linked_at, vouched_at)
        values ('https://id.example', ${id}, ${id}, ${linked.at}, ${linked.vouched})`;
    return id;
  };
  const [may2, jan, feb] = ['2026-05-02', '2026-01-01', '2026-02-01'];
  const accounts = {
    'unconfirmed, linked': await account(null, { at: jan, vouched: null }),
    confirmed: await account(may2),
    'linked at once': await account(jan, { at: jan, vouched: null }),
    'linked later': await account(jan, { at: feb, vouched: null }),
    'linked before, vouched for since': await account(feb, { at: jan, vouched: feb }),
    'linked before': await account(feb, { at: jan, vouched: null }),
  };
  await up(1);
  const of = async (id: string) => (await db`select vouched_at from users where id = ${id}`)[0]?.['vouched_at'];
  const found = await Promise.all(
    Object.entries(accounts).map(async ([name, id]) => [name, (await of(id))?.toISOString().slice(0, 10) ?? null]),
  );
  expect(Object.fromEntries(found)).toEqual({
    'unconfirmed, linked': null,
    confirmed: may2,
    'linked at once': jan,
    'linked later': jan,
    'linked before, vouched for since': feb,
    'linked before': null,
  });
  await db.end();
});
