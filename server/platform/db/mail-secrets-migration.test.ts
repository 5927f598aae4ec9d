import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { connect } from './connection.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0145').length;

it('0145 removes secret links from sent mail, and records those of queued mail', async () => {
  const url = await createTestDatabase({ migrated: false });
  const up = (count: number) =>
    runner({ databaseUrl: url, dir: folder, direction: 'up', migrationsTable: 'migrations', count, log: () => {} });
  await up(before);
  const db = connect(url);
  const token = 'a-_'.repeat(14) + '9';
  const link = `https://music.example/reset/${token}`;
  for (const [kind, state] of [
    ['reset', 'sent'],
    ['reset', 'queued'],
    ['support', 'sent'],
  ] as const)
    await db`insert into outbox (id, "to", subject, text, html, kind, state, dedupe_key)
      values (${newId()}, 'wren@example.org', 'Hello', ${`Open ${link} now`}, ${`<a href="${link}">Open</a>`}, ${kind},
        ${state}, ${`${kind} ${state}`})`;
  await up(1);
  const left = 'https://music.example/reset/[the secret part of this link]';
  expect([...(await db`select text, html, secret from outbox order by kind, state`)]).toEqual([
    { text: `Open ${link} now`, html: `<a href="${link}">Open</a>`, secret: token },
    { text: `Open ${left} now`, html: `<a href="${left}">Open</a>`, secret: null },
    { text: `Open ${link} now`, html: `<a href="${link}">Open</a>`, secret: null },
  ]);
  await db.end();
});
