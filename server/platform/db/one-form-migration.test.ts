import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { accountsCheck } from '../../frame/health/accounts.check.ts';
import { insertPerson } from '../../testkit/people.ts';
import { connect } from './connection.ts';
import { migrate } from './migrate.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0152').length;

it('0152 converts mailboxes and tags, merges duplicates, and leaves twin accounts for administrators', async () => {
  const url = await createTestDatabase({ migrated: false });
  await migrate(url, before);
  const db = connect(url);
  const account = async (email: string, day: string, isConfirmed = true): Promise<string> => {
    const id = await insertPerson(db);
    await db`update users set email = ${email}, original_email = ${email}, created_at = ${day} where id = ${id}`;
    if (isConfirmed) await db`update users set email_verified_at = ${day} where id = ${id}`;
    return id;
  };
  const greek = await account('Delta@παράδειγμα.ελ', '2026-01-01');
  const older = await account('jose\u0301@example.org', '2026-01-02');
  const younger = await account('jos\u00e9@bücher.example', '2026-01-03');
  const twin = await account('jose\u0301@xn--bcher-kva.example', '2026-01-04');
  const squatter = await account('owner@xn--bcher-kva.example', '2020-01-01', false);
  const owner = await account('owner@bücher.example', '2026-01-06');
  const plain = await account('Juno@Example.org', '2026-01-05');
  const follow = async (email: string, confirmedAt: string | null) => {
    const id = newId();
    await db`insert into follows (id, musician_id, email, type, confirmed_at)
      values (${id}, ${plain}, ${email}, 'curated', ${confirmedAt})`;
    return id;
  };
  await follow('guest@bücher.example', null);
  const confirmed = await follow('guest@xn--bcher-kva.example', '2026-02-02');
  const alone = await follow('other@bücher.example', null);
  await db`
    insert into refused_addresses (address, reason, is_certain)
    values ('a@bücher.example', 'certain', true), ('a@xn--bcher-kva.example', 'kept', false),
      ('b@bücher.example', 'doubtful', false), ('jos\u00e9@Example.org', 'other case', true)`;
  const tagged = async (tags: string[]): Promise<string> => {
    const id = newId();
    await db`insert into media (id, musician_id, type, title, filename, tags)
      values (${id}, ${plain}, 'song', 'One', 'one.mp3', ${tags})`;
    return id;
  };
  const doubled = await tagged(['Dub', '', 'dub', '#Dub', 'cafe\u0301', 'CAF\u00c9', ' ']);
  const empty = await tagged(['', '#']);
  const fine = await tagged(['Folk', 'C#']);

  await migrate(url, 1);
  const users = await db<{ id: string; email: string; email_verified_at: Date | null }[]>`
    select id, email, email_verified_at from users`;
  const emails = Object.fromEntries(users.map(({ id, email }) => [id, email]));
  expect(emails).toMatchObject({
    [greek]: 'Delta@xn--hxajbheg2az3al.xn--qxam',
    [older]: 'jos\u00e9@example.org',
    // Of two accounts with the same mailbox, the older one gets it.
    [younger]: 'jos\u00e9@xn--bcher-kva.example',
    [twin]: 'jose\u0301@xn--bcher-kva.example',
    [plain]: 'Juno@Example.org',
    // A confirmed account gets the mailbox, even if an unconfirmed account is older.
    [owner]: 'owner@xn--bcher-kva.example',
    [squatter]: 'owner@bücher.example',
  });
  expect(users.filter((one) => one.email_verified_at === null).map(({ id }) => id)).toEqual([squatter]);
  const [finding] = await accountsCheck(db).run(new AbortController().signal);
  expect(finding).toMatchObject({
    level: 'warn',
    text: '2 accounts cannot sign in by email (owner@bücher.example, jose\u0301@xn--bcher-kva.example): another account has the same mailbox, written in another way.',
  });
  await db`delete from users where id = any(${[twin, squatter]})`;
  expect(await accountsCheck(db).run(new AbortController().signal)).toEqual([]);
  expect([...(await db`select id, email from follows order by email`)]).toEqual([
    { id: confirmed, email: 'guest@xn--bcher-kva.example' },
    { id: alone, email: 'other@xn--bcher-kva.example' },
  ]);
  expect([...(await db`select address, reason, is_certain from refused_addresses order by address`)]).toEqual([
    { address: 'a@xn--bcher-kva.example', reason: 'kept', is_certain: true },
    { address: 'b@xn--bcher-kva.example', reason: 'doubtful', is_certain: false },
    { address: 'jos\u00e9@Example.org', reason: 'other case', is_certain: true },
  ]);
  const rows = await db<{ id: string; tags: string[] }[]>`select id, tags from media`;
  expect(Object.fromEntries(rows.map(({ id, tags }) => [id, tags]))).toEqual({
    [doubled]: ['Dub', 'caf\u00e9'],
    [empty]: [],
    [fine]: ['Folk', 'C#'],
  });
  await db.end();
});
