import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { transaction } from '../../platform/db/connection.ts';
import { insertMedia } from '../../testkit/media.ts';
import { putBytes } from '../../testkit/stored.ts';
import { requestNewEmail, confirmAt } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { ownedTables } from '../../accounts/users/owned-tables.ts';
import { sweepFiles } from '../../catalogue/uploads/sweep.ts';
import { deleteOldExports } from './data-export.queries.ts';
import { makeExport } from './make-export.ts';
import { ownTables } from './own-rows.ts';

const password = 'a long password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The contents of a ZIP file by name, read with another library than the one that wrote it. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-zip-'));
  const path = join(folder, 'copy.zip');
  await writeFile(path, bytes);
  const zip = await yauzl.openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  await rm(folder, { recursive: true });
  return files;
}

const run = (isLast = false) => ({ signal: new AbortController().signal, isLast });
const exportOf = async ({ me }: Account) => {
  const [row] = await server.app.db<{ id: string }[]>`select id from data_exports where user_id = ${me.id}`;
  return { exportId: row?.id ?? '' };
};
const mailsTo = ({ me }: Account) =>
  server.app.db<{ subject: string; text: string }[]>`
    select subject, text from outbox where "to" = ${me.email} and kind = 'data-export' order by created_at, id`;
/** Requests a copy of an account's data and makes it, like the worker does. */
async function order(account: Account): Promise<Account> {
  expect((await account.client.post('/api/data-export', { password })).status).toBe(200);
  await makeExport(server.app, await exportOf(account), run());
  return account;
}
/** The address of an account's file. */
async function addressOf({ client }: Account): Promise<string> {
  const { status, body } = await client.post('/api/data-export/file', { password });
  expect(status).toBe(200);
  return body.url;
}
const file = async (account: Account, headers: Record<string, string> = {}) =>
  server.http.inject({
    method: 'GET',
    url: await addressOf(account),
    headers,
    cookies: Object.fromEntries(account.client.cookies),
  });
/** The keys of the copies of an account's data that are still in the store. */
async function keptOf({ me }: Account): Promise<string[]> {
  const kept: string[] = [];
  for await (const key of server.app.storage.list(`exports/${me.id}`)) kept.push(key);
  return kept;
}
const prune = () => transaction(server.app.db, deleteOldExports);

describe('the copy of an account’s data', () => {
  it('contains all rows and original files of the account, and none of other accounts', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    const song = randomBytes(3_000_000);
    for (const { me, title } of [
      { me: account.me, title: 'Mine' },
      { me: other.me, title: 'Theirs' },
    ]) {
      const id = await insertMedia(server.app.db, { musicianId: me.id, title });
      const [source] = await server.app.db`select storage_key as key from sources where owner_id = ${id}`;
      await putBytes(server.app, source?.['key'] as string, me === account.me ? song : 'theirs');
    }
    for (const [by, blocked] of [
      [other, account],
      [account, other],
    ] as const)
      expect((await by.client.post(`/api/blocks/${blocked.me.id}`)).status).toBe(200);
    const answer = await file(await order(account));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
    const files = await unzip(answer.rawPayload);
    const originals = [...files].filter(([name]) => name.startsWith('originals/'));
    expect(originals.map(([name]) => name)).toEqual([expect.stringMatching(/^originals\/[\w-]{36}\/song\.mp3$/)]);
    const hash = (bytes: Buffer | undefined) =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex');
    expect(hash(originals[0]?.[1])).toBe(hash(song));
    const json = (name: string) => JSON.parse(String(files.get(`data/${name}.json`)));
    expect(json('users')).toMatchObject([
      { id: account.me.id, email: account.me.email, first_name: account.me.firstName },
    ]);
    expect(json('media').map((row: { title: string }) => row.title)).toEqual(['Mine']);
    expect(json('sources')).toHaveLength(1);
    // The account's own block, but not the other account's block against it.
    expect(json('blocks')).toMatchObject([{ user_id: account.me.id, blocked_id: other.me.id }]);
    expect(String(files.get('README.txt'))).toContain('This is a copy of what Scoville keeps of your account.');
    const all = [...files.values()].map(String).join('\n');
    for (const theirs of [other.me.email, 'Theirs']) expect(all).not.toContain(theirs);
  });

  it('contains every table that is deleted with an account, but no secrets', async () => {
    const account = await server.signUp();
    const files = await unzip((await file(await order(account))).rawPayload);
    const tables = (await ownedTables(server.app.db)).map(({ table }) => `data/${table}.json`);
    const named = new Set([
      'README.txt',
      'data/users.json',
      ...tables.filter((name) => name !== 'data/sign_in_flows.json'),
      'data/conversations.json',
      'data/messages.json',
    ]);
    expect([...files.keys()].toSorted()).toEqual([...named].toSorted());
    for (const [name, bytes] of files)
      if (name.startsWith('data/')) expect(JSON.parse(String(bytes))).toBeInstanceOf(Array);
    expect(JSON.parse(String(files.get('data/sessions.json')))).toMatchObject([{ user_id: account.me.id }]);
    const columns = (await ownTables(server.app.db)).flatMap((one) => one.columns);
    expect(columns.filter((name) => /hash|token|secret|verifier|nonce|_by$|reviewer/.test(name))).toEqual([]);
    const [user] = await server.app.db`select password_hash as hash from users where id = ${account.me.id}`;
    const all = [...files.values()].map(String).join('\n');
    expect(all).not.toContain(user?.['hash']);
    expect(all).not.toContain(account.client.cookies.get('session'));
  });

  it('contains messages that the account wrote or received, but none hidden from it', async () => {
    const [ann, ben, cleo] = [
      await server.signUp({ firstName: 'Ann' }),
      await server.signUp({ firstName: 'Ben' }),
      await server.signUp({ firstName: 'Cleo' }),
    ];
    const write = async (from: Account, to: Account[], text: string, more: object = {}) =>
      (
        await from.client.post('/api/messages', {
          convo: { users: to.map(({ me }) => me.id) },
          message: { text, ...more },
        })
      ).body.convo.id as string;
    const two = await write(ann, [ben], 'Hello Ben');
    await write(ben, [ann], 'Hello Ann', { zone: cleo.me.id });
    const group = await write(cleo, [ann, ben], 'Hello both');
    await ann.client.put(`/api/convos/${group}`, { action: 'archive' });
    await write(ben, [cleo], 'Nothing of Ann');
    await ann.client.post(`/api/blocks/${ben.me.id}`);
    await write(ben, [ann], 'Hidden from Ann');
    const files = await unzip((await file(await order(ann))).rawPayload);
    const json = (name: string) => JSON.parse(String(files.get(`data/${name}.json`)));
    const [of, other] = [ben.me.displayName, cleo.me.displayName];
    expect(json('conversations')).toEqual([
      expect.objectContaining({ id: group, with: [of, other].toSorted(), archived: true }),
      expect.objectContaining({ id: two, with: [of], archived: false, has_read: false }),
    ]);
    const said = json('messages').map((row: Record<string, unknown>) => [
      row['conversation_id'],
      row['is_own'],
      row['from'],
      row['body'],
      row['shares_profile'],
    ]);
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        [two, true, ann.me.displayName, 'Hello Ben', null],
        [two, false, of, 'Hello Ann', other],
        [group, false, other, 'Hello both', null],
      ]),
    );
    // The copy of an account's data names blocked accounts only in this file, because blocking was the owner's choice.
    files.delete('data/blocks.json');
    const all = [...files.values()].map(String).join('\n');
    for (const theirs of [ben.me.id, cleo.me.id, ben.me.email, 'Nothing of Ann', 'Hidden from Ann'])
      expect(all).not.toContain(theirs);
  });

  it('contains the accounts that the account follows, but not its followers', async () => {
    const [musician, member] = [await server.signUp(), await server.signUp()];
    const path = `/api/media/subscribe/${musician.me.id}`;
    const guest = { type: 'published', subscriberEmail: 'guest@elsewhere.example' };
    expect((await server.visitor().post(path, guest)).status).toBe(200);
    expect((await member.client.post(path, { type: 'curated' })).status).toBe(200);
    const followsOf = async (account: Account) => {
      const files = await unzip((await file(await order(account))).rawPayload);
      return JSON.parse(String(files.get('data/follows.json')));
    };
    expect(await followsOf(member)).toMatchObject([
      { subscriber_id: member.me.id, musician_id: musician.me.id, type: 'curated' },
    ]);
    expect(await followsOf(musician)).toEqual([]);
  });

  it('contains what a reviewer decided about the draws, but not that a reviewer named a musician', async () => {
    const [reviewer, musician] = [await server.signUp({ isCurator: true }), await server.signUp()];
    const absence = { firstDay: '2098-12-24', lastDay: '2098-12-31' };
    const conflict = { musicianId: musician.me.id, reason: 'label' };
    const choices = { paused: true, absences: [absence], excluded: ['soul'], conflicts: [conflict] };
    expect((await reviewer.client.put('/api/review/choices', choices)).status).toBe(200);
    const partsOf = async (account: Account) => {
      const files = await unzip((await file(await order(account))).rawPayload);
      return ['settings', 'absences', 'conflicts'].map((part) =>
        JSON.parse(String(files.get(`data/reviewer_${part}.json`))),
      );
    };
    expect(await partsOf(reviewer)).toMatchObject([
      [{ paused: true, excluded: ['soul'] }],
      [{ first_day: expect.stringContaining('2098-12-24'), last_day: expect.stringContaining('2098-12-31') }],
      [{ musician_id: musician.me.id, reason: 'label' }],
    ]);
    expect(await partsOf(musician)).toEqual([[], [], []]);
  });

  it('assigns each row to one account: no table has two owner columns', async () => {
    const tables = await ownTables(server.app.db);
    expect(tables.filter(({ owners }) => owners.length > 1)).toEqual([]);
  });

  it('contains every column that refers to an account, except for listed columns about other accounts', async () => {
    /** Columns that name an account in rows that are not in the copy of its data, each with the reason. */
    const NOT_ITS_OWN: Record<string, string> = {
      'audit_log.actor_id': 'what somebody did in their office, to others',
      'blocks.blocked_id': 'whom somebody blocks does not hear of it',
      'first_listens.musician_id': 'whose media it is: how often each was shown is in its statistics',
      'follow_changes.musician_id': 'added up within seconds, and gone',
      'follows.musician_id': 'who follows, and a guest’s address: it is theirs',
      'idempotency_keys.user_id': 'that a call was answered, gone after a day',
      'media.curated_by': 'a verdict: in its musician’s copy, without who gave it',
      'media.rejected_by': 'a verdict: in its musician’s copy, without who gave it',
      'messages.zone_id': 'whose profile others share with each other',
      'notifications.actor_id': 'what others were told: it is theirs',
      'readings.reviewer_id': 'what a reviewer gave: in its musician’s copy, without who gave it',
      'report_cases.decided_by': 'a decision about others',
      'report_cases.reported_id': 'what others reported: who is reported does not hear of that',
      'review_pool_members.user_id': 'among whom was drawn earlier, so that draws can be repeated',
      'reviewer_conflicts.musician_id': 'what a reviewer declared: whom it names does not hear of it',
      'reviews.decided_by': 'a verdict: in its musician’s copy, without who gave it',
      'reviews.reviewer_id': 'a verdict: in its musician’s copy, without who gave it',
      'sign_in_flows.link_to': 'under way for some minutes, and of use to nobody',
      'stat_events.musician_id': 'added up within minutes; the sums are in the copy',
      'stat_events.user_id': 'added up within minutes, and kept without who it was',
      'suggestion_changes.musician_id': 'that a name or a media changed, gone within minutes',
      'suspensions.suspended_by': 'a decision about others',
      'system_message.updated_by': 'one row, which everybody sees',
    };
    const named = await server.app.db<{ name: string }[]>`
      select t.relname || '.' || a.attname as name
      from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where t.relkind in ('r', 'p') and t.relname <> 'users' and (
        a.attname ~ '^(user|musician|listener|subscriber|actor)_id$' or exists (
          select 1 from pg_constraint c
          where c.conrelid = t.oid and c.contype = 'f' and c.confrelid = 'users'::regclass and a.attnum = any(c.conkey)))
      order by 1`;
    const given = new Set([
      ...(await ownTables(server.app.db)).flatMap(({ table, owners }) => owners.map((owner) => `${table}.${owner}`)),
      'conversation_members.user_id',
      'messages.from_id',
    ]);
    expect(named.map(({ name }) => name).filter((name) => !given.has(name))).toEqual(
      Object.keys(NOT_ITS_OWN).toSorted(),
    );
  });

  it('can be resumed with range requests, whose parts make up the whole file', async () => {
    const account = await order(await server.signUp());
    const whole = (await file(account)).rawPayload;
    const half = Math.floor(whole.length / 2);
    const first = await file(account, { range: `bytes=0-${half - 1}` });
    const rest = await file(account, { range: `bytes=${half}-`, 'if-range': String(first.headers['etag']) });
    expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
    expect(rest.headers['content-range']).toBe(`bytes ${half}-${whole.length - 1}/${whole.length}`);
    expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(whole)).toBe(true);
  });

  it('shows its progress only to its owner, and is announced by mail once', async () => {
    const account = await server.signUp();
    expect((await account.client.get('/api/data-export')).body).toEqual({ dataExport: null });
    const wrong = await account.client.post('/api/data-export', { password: 'not this' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'The password is wrong.']);
    const asked = await account.client.post('/api/data-export', { password });
    const requestedOn = expect.stringMatching(/^20/);
    expect(asked.body).toEqual({ dataExport: { state: 'making', requestedOn, bytes: null, expiresOn: null } });
    const twice = await account.client.post('/api/data-export', { password });
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'Your data is already being gathered. We notify you when it is ready.',
    ]);
    const job = await exportOf(account);
    await Promise.all([makeExport(server.app, job, run()), makeExport(server.app, job, run())]);
    await makeExport(server.app, job, run());
    expect((await account.client.get('/api/data-export')).body).toEqual({
      dataExport: { state: 'ready', requestedOn, bytes: expect.any(Number), expiresOn: requestedOn },
    });
    const mails = await mailsTo(account);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your data at Scoville is ready']);
    expect(mails[0]?.text).toContain('http://127.0.0.1:3000/account/overview#your-data');
    await sweepFiles(server.app);
    expect(await keptOf(account)).toHaveLength(1);
    expect((await file(account)).statusCode).toBe(200);
  });

  it('is announced by mail to confirmed addresses only, and by notification to all', async () => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { db } = mailing.app;
    const told = async (isVerified: boolean) => {
      const { client, me } = await mailing.signUp();
      if (isVerified) await db`update users set email_verified_at = now() where id = ${me.id}`;
      expect((await client.post('/api/data-export', { password })).status).toBe(200);
      const [row] = await db`select id from data_exports where user_id = ${me.id}`;
      await makeExport(mailing.app, { exportId: row?.['id'] }, run());
      const mails = await db`select 1 from outbox where "to" = ${me.email} and kind = 'data-export'`;
      const notifications = await db`select 1 from notifications where user_id = ${me.id} and kind = 'data-export'`;
      return { mails: mails.length, notifications: notifications.length };
    };
    expect(await told(false)).toEqual({ mails: 0, notifications: 1 });
    expect(await told(true)).toEqual({ mails: 1, notifications: 1 });
    await mailing.close();
  });

  it('is mailed to the current address when it is ready, if that is confirmed', async () => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { db, storage } = mailing.app;
    const told = async (isConfirmed: boolean) => {
      const account = await mailing.signUp();
      const { client, me } = account;
      await db`update users set email_verified_at = now() where id = ${me.id}`;
      expect((await client.post('/api/data-export', { password })).status).toBe(200);
      const [row] = await db`select id from data_exports where user_id = ${me.id}`;
      const email = `moved-${me.email}`;
      const put = async (key: string, path: string) => {
        await storage.put(key, path);
        await requestNewEmail(account, email);
        if (isConfirmed) await confirmAt(mailing, email);
      };
      await makeExport({ ...mailing.app, storage: { ...storage, put } }, { exportId: row?.['id'] }, run());
      const mails = await db`
        select "to" from outbox where kind = 'data-export' and "to" in (${me.email}, ${email})`;
      return mails.map(({ to }) => (to === email ? 'the new one' : 'the former one'));
    };
    expect([await told(true), await told(false)]).toEqual([['the new one'], ['the former one']]);
    await mailing.close();
  });

  it('expires together with its address and file, and is replaced by a new one', async () => {
    const account = await order(await server.signUp());
    const first = await addressOf(account);
    await order(account);
    const second = await addressOf(account);
    expect(second).not.toBe(first);
    await sweepFiles(server.app);
    expect([(await account.client.get(first)).status, (await account.client.get(second)).status]).toEqual([404, 200]);
    await server.app
      .db`update data_exports set expires_at = now() - interval '1 second' where user_id = ${account.me.id}`;
    const over = await account.client.post('/api/data-export/file', { password });
    expect([over.status, over.body.message]).toEqual([
      404,
      'There is no copy of your data. Ask for one in your account.',
    ]);
    expect((await account.client.get('/api/data-export')).body).toEqual({ dataExport: null });
    await prune();
    await sweepFiles(server.app);
    expect(await keptOf(account)).toEqual([]);
    expect((await account.client.get(second)).status).toBe(404);
  });

  it('is deleted with its account, even if the account is deleted while it is made', async () => {
    const account = await order(await server.signUp());
    const late = await server.signUp();
    await late.client.post('/api/data-export', { password });
    const job = await exportOf(late);
    const address = await addressOf(account);
    // The account is deleted after the worker read it and before the file is stored.
    const storage = {
      ...server.app.storage,
      put: async (key: string, path: string) => {
        await server.app.storage.put(key, path);
        await late.client.post('/auth/delete', { email: late.me.email, password });
      },
    };
    await makeExport({ ...server.app, storage }, job, run());
    expect((await account.client.post('/auth/delete', { email: account.me.email, password })).status).toBe(200);
    expect((await account.client.get(address)).status).toBe(404);
    await sweepFiles(server.app);
    expect([await keptOf(account), await keptOf(late)]).toEqual([[], []]);
    expect(await mailsTo(late)).toEqual([]);
    await makeExport(server.app, job, run());
    expect(await keptOf(late)).toEqual([]);
  });

  it('fails without an original: it is retried, and its owner sees the last failure', async () => {
    const account = await server.signUp();
    await insertMedia(server.app.db, { musicianId: account.me.id });
    await account.client.post('/api/data-export', { password });
    const job = await exportOf(account);
    await expect(makeExport(server.app, job, run())).rejects.toThrow(
      /^(There is no such file in the store|The specified key does not exist)\.$/,
    );
    expect((await account.client.get('/api/data-export')).body.dataExport.state).toBe('making');
    await expect(makeExport(server.app, job, run(true))).rejects.toThrow();
    expect((await account.client.get('/api/data-export')).body.dataExport.state).toBe('failed');
    expect(await mailsTo(account)).toEqual([]);
    expect(await keptOf(account)).toEqual([]);
    expect((await account.client.post('/api/data-export', { password })).body.dataExport.state).toBe('making');
  });

  it('can be read only by its owner, even if its address is known', async () => {
    const account = await order(await server.signUp());
    const [other, admin] = [await server.signUp(), await server.signUp({ role: 'admin' })];
    const address = await addressOf(account);
    for (const { client } of [other, admin]) {
      expect((await client.get(address)).status).toBe(404);
      expect((await client.post('/api/data-export/file', { password })).status).toBe(404);
    }
    expect((await server.visitor().get(address)).status).toBe(404);
    const forged = address.replace(account.me.id, other.me.id);
    expect((await other.client.get(forged)).status).toBe(403);
    await account.client.get('/auth/logout');
    expect((await account.client.get(address)).status).toBe(404);
  });
});
