import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image, song } from '../../../fixtures/files.ts';
import { transaction } from '../../platform/db/connection.ts';
import { refreshVocabularyLoop } from '../../listening/discovery/discovery.loops.ts';
import { refreshSuggestions } from '../../listening/discovery/suggestions.queries.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { endingSessionMeanwhile } from '../../testkit/session-ends.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { sweepFiles } from '../../catalogue/uploads/sweep.ts';
import { findPassword } from '../../accounts/users/users.queries.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount, deleteLeftovers } from './delete-account.ts';
import { findMe } from './me.queries.ts';

const PASSWORD = 'a long password';
const WRONG = 'The email or password is wrong.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remove = ({ client, me }: Account, more: object = {}) =>
  client.post('/auth/delete/', { email: me.email, password: PASSWORD, ...more });
/** Every list of a profile. */
const LISTS = {
  albums: [{ title: 'Ash', releaseDate: '2031-02-28', websiteUrl: 'https://ash.example/a', credits: 'Bass: Ida' }],
  bands: [{ name: 'The Idas', startDate: '2001-01-01', endDate: null, currentMember: true, notes: 'Two tours.' }],
  professions: [{ company: 'Ida', title: 'Welder', startDate: '1999-05-01', endDate: null, currentEmployee: true }],
  schools: [
    { name: 'Idas', field: 'Voice', degree: '', startDate: '1990-09-01', endDate: null, currentStudent: true, loc: '' },
  ],
  donationMethods: [{ appName: 'Venmo', username: '@Ida' }],
  contactMethods: [{ title: 'Booking', info: 'https://Ida.example/' }],
};
const isIn = async ({ client }: Account) => (await client.get('/api/users/me')).status === 200;

describe('deleting an account', () => {
  it('AC-08 API-10 requires the account’s own email and password', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    for (const wrong of [{ password: 'not the password' }, { email: other.me.email }]) {
      expect(await remove(account, wrong)).toMatchObject({
        status: 400,
        body: { message: WRONG, errors: [{ field: 'password', code: 'wrong_credentials', message: WRONG }] },
      });
      expect([await isIn(account), await isIn(other)]).toEqual([true, true]);
    }
    expect((await server.visitor().post('/auth/delete/', { email: account.me.email, password: PASSWORD })).status).toBe(
      401,
    );
    expect(await remove(account, { email: account.me.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { message: 'Your account was deleted.' },
    });
    expect([await isIn(account), await isIn(other)]).toEqual([false, true]);
    expect(account.client.cookies.has('session')).toBe(false);
    const again = await server.visitor().post('/auth', { email: account.me.email, password: PASSWORD });
    expect([again.status, again.body.message]).toEqual([401, WRONG]);
  });

  it('fails if the session ends during the call', async () => {
    const account = await server.signUp();
    const removed = await endingSessionMeanwhile(server.app.db, account.me.id, () => remove(account));
    expect([removed.status, removed.body.message]).toEqual([401, 'Please sign in.']);
    const again = await server.visitor().post('/auth', { email: account.me.email, password: PASSWORD });
    expect(again.status).toBe(200);
  });

  it('cancels queued mail to its address, except receipts and the last mail', async () => {
    const account = await server.signUp();
    const { db } = server.app;
    for (const kind of ['release', 'reset', 'receipt'])
      await db`insert into outbox (id, "to", subject, text, html, kind, dedupe_key)
        values (${newId()}, ${account.me.email.toUpperCase()}, 'x', 'x', 'x', ${kind}, ${newId()})`;
    const failed = newId();
    await db`insert into outbox (id, "to", subject, text, html, kind, dedupe_key, state, error)
      values (${failed}, ${account.me.email}, 'x', 'x', 'x', 'verdict', ${newId()}, 'failed', 'Mailbox full.')`;
    expect((await remove(account)).status).toBe(200);
    const mails = await db`
      select kind, state from outbox where lower("to") = ${account.me.email} order by state, kind`;
    expect(mails.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'release cancelled',
      'reset cancelled',
      'verdict cancelled',
      'account-deleted queued',
      'receipt queued',
    ]);
    // Failed mail can't be sent again either.
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.post(`/api/outbox/${failed}/retry`)).status).toBe(409);
    expect((await db`select error from outbox where id = ${failed}`)[0]).toEqual({
      error: 'The account was deleted. The last try: Mailbox full.',
    });
  });

  it('VA-16 rejects an invalid email and an empty password', async () => {
    const account = await server.signUp();
    const { status, body } = await account.client.post('/auth/delete/', { email: 'x', password: '' });
    expect(status).toBe(400);
    expect(body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
      ['email', 'Please enter a valid email.'],
      ['password', 'Please enter a valid password.'],
    ]);
    expect(await isIn(account)).toBe(true);
  });

  it('ends all sessions, clears all personal columns, and frees the address and the username', async () => {
    await server.signUp({ role: 'admin' });
    const account = await server.signUp({ role: 'admin', isCurator: true });
    const { db } = server.app;
    const { id, email } = account.me;
    await db`update users set username = 'gone7', original_email = 'before@example.org', email_verified_at = now(), vouched_at = now(),
      bio = 'I was here.', title = 'Cook', city = 'Memphis', state = 'TN', latitude = 35, longitude = -90, experience = 7,
      hourly_rate_cents = 100, self_taught = true, profile_image_version = 7, has_large_image = true,
      feed_drawing = 'made', feed_drawing_failed_at = now(), zone_colour = '#a03020',
      is_master_chef = true, first_steps_closed_at = now(),
      play_count = 7, view_count = 7, share_count = 7, subscription_count = 7 where id = ${id}`;
    const row = async () => {
      const [all] = await db<Record<string, unknown>[]>`select * from users where id = ${id}`;
      const { id: _, type: _type, plan: _plan, created_at: _created, ...personal } = all ?? {};
      return personal;
    };
    const before = await row();
    const elsewhere = server.visitor();
    await elsewhere.post('/auth', { email, password: PASSWORD });
    expect((await remove(account)).status).toBe(200);
    expect((await elsewhere.get('/api/users/me')).status).toBe(401);
    for (const url of [`/api/users/${id}`, '/api/users/gone7'])
      expect((await server.visitor().get(url)).status).toBe(404);

    const after = await row();
    expect(after).toEqual({
      has_large_image: false,
      feed_drawing: 'none',
      feed_drawing_failed_at: null,
      username: null,
      first_name: 'Deleted',
      last_name: 'User',
      display_name: 'Deleted User',
      email: `${id}@deleted.invalid`,
      original_email: `${id}@deleted.invalid`,
      email_verified_at: null,
      vouched_at: null,
      password_hash: null,
      role: 'user',
      is_curator: false,
      bio: '',
      title: '',
      city: '',
      state: '',
      latitude: null,
      longitude: null,
      experience: null,
      hourly_rate_cents: null,
      self_taught: false,
      profile_image_version: 0,
      zone_colour: null,
      is_master_chef: false,
      first_steps_closed_at: null,
      play_count: 0,
      view_count: 0,
      share_count: 0,
      subscription_count: 0,
      deleted_at: expect.any(Date) as Date,
    });
    // The test fills every column before the deletion. New columns must be added above, so that this proves they are
    // cleared.
    expect(Object.keys(after).filter((column) => Object.is(after[column], before[column]))).toEqual([]);

    expect((await server.visitor().post('/api/checkUnique/', { field: 'username', value: 'gone7' })).body).toEqual({
      isUnique: true,
    });
    const newcomer = await server.visitor().post('/api/users/', {
      firstName: 'New',
      lastName: 'Comer',
      email,
      emailConfirmation: email,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
    });
    expect(newcomer).toMatchObject({ status: 200, body: { email } });
    const mails = await db`select subject from outbox where "to" = ${email} and kind = 'account-deleted'`;
    expect(mails).toEqual([{ subject: 'Your Scoville account was deleted' }]);
  });

  it('shows Deleted User as the administrator who rejected a song', async () => {
    const [leaving, staying] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
    const musician = await server.signUp();
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, allowCuration: true });
    expect((await leaving.client.post(`/api/media/reject/${id}`, { reason: 'Too quiet.' })).status).toBe(200);
    const rejecter = async () => (await staying.client.get(`/api/media/${id}`)).body.rejectedBy;
    expect(await rejecter()).toEqual({ id: leaving.me.id, displayName: leaving.me.displayName });
    expect((await remove(leaving)).status).toBe(200);
    expect(await rejecter()).toEqual({ id: leaving.me.id, displayName: 'Deleted User' });
  });

  it('deletes its songs and videos, its picture and their files through the sweep, and keeps those of others', async () => {
    const [account, other] = [
      await server.signUp({ plan: 'ghost-pepper' }),
      await server.signUp({ plan: 'ghost-pepper' }),
    ];
    const { app } = server;
    const bytes = await readFile(await song({ seconds: 2, format: 'mp3', seed: 'leaving' }));
    const ids = new Map<Account, string>();
    for (const one of [account, other]) {
      const answer = await one.client.upload('/api/upload', { name: 'song.mp3', bytes });
      expect(answer.status, answer.text).toBe(202);
      ids.set(one, answer.body.media.id);
    }
    const published = await insertMedia(app.db, { musicianId: account.me.id, title: 'Farewell' });
    await app.db`insert into resumable_uploads (id, user_id, file_name, bytes, expires_at)
      values (${newId()}, ${account.me.id}, 'half.mp3', 5, now() + interval '1 day')`;
    const stored = async (one: Account) => {
      const [row] = await app.db`select storage_key as key from sources where owner_id = ${ids.get(one) ?? ''}`;
      return String(row?.['key']);
    };
    const [mine, theirs] = [await stored(account), await stored(other)];
    expect((await server.visitor().get(`/api/media/${published}`)).status).toBe(200);

    expect((await remove(account)).status).toBe(200);
    expect((await server.visitor().get(`/api/media/${published}`)).status).toBe(404);
    expect((await account.client.get(`/api/media/${ids.get(account)}`)).status).toBe(404);
    const due = (await app.db`select prefix from pending_deletions`).map((row) => row['prefix']);
    for (const media of [published, ids.get(account)])
      for (const root of ['originals', 'media', 'artwork']) expect(due).toContain(`${root}/${media}`);
    expect(due).toContain(`images/profile/${account.me.id}`);

    // The quarantine is over. A second sweep after a crash of the first does no harm.
    await app.db`update pending_deletions set due_at = now() - interval '1 second'`;
    for (let time = 0; time < 2; time += 1) await sweepFiles(app);
    const exists = async (key: string) => (await app.storage.size(key)) !== null;
    expect([await exists(mine), await exists(theirs)]).toEqual([false, true]);
    expect((await other.client.get(`/api/media/${ids.get(other)}`)).status).toBe(200);
  });

  it('deletes every list of its profile and the pictures of its albums and bands, and keeps those of others', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    const { app } = server;
    const bytes = await readFile(await image({ width: 400, height: 400, format: 'png' }));
    const withPictures = async ({ client, me }: Account): Promise<string[]> => {
      const { status, body } = await client.put(`/api/users/${me.id}`, LISTS);
      expect(status).toBe(200);
      const targets = [
        ['profile', me.id],
        ['album', body.albums[0].id],
        ['band', body.bands[0].id],
      ] as const;
      for (const [imageType, targetId] of targets) {
        const file = { name: 'a.png', bytes, field: 'image' };
        expect((await client.upload('/api/upload/image', file, { imageType, targetId })).status).toBe(200);
      }
      return targets.map(([kind, id]) => `images/${kind}/${id}`);
    };
    const [mine, theirs] = [await withPictures(account), await withPictures(other)];
    const filesOf = async (prefix: string) => {
      let count = 0;
      for await (const _ of app.storage.list(prefix)) count += 1;
      return count;
    };
    const isKept = (prefixes: string[]) => Promise.all(prefixes.map(async (prefix) => (await filesOf(prefix)) > 0));
    expect([await isKept(mine), await isKept(theirs)]).toEqual([Array(3).fill(true), Array(3).fill(true)]);

    expect((await remove(account)).status).toBe(200);
    await app.db`update pending_deletions set due_at = now() - interval '1 second'`;
    await sweepFiles(app);
    expect([await isKept(mine), await isKept(theirs)]).toEqual([Array(3).fill(false), Array(3).fill(true)]);
    expect((await other.client.get('/api/users/me')).body).toMatchObject(LISTS);
  });

  it('adds no picture from an upload that ends later', async () => {
    const { client, me } = await server.signUp();
    const { app } = server;
    const bytes = await readFile(await image({ width: 400, height: 400, format: 'png' }));
    const { sent } = await transaction(app.db, async (tx) => {
      await tx`select 1 from users where id = ${me.id} for update`;
      const sending = client.upload(
        '/api/upload/image',
        { name: 'a.png', bytes, field: 'image' },
        { imageType: 'profile', targetId: me.id },
      );
      await untilWaiting(app.db, 1);
      await deleteAccount(app, tx, me.id);
      return { sent: sending };
    });
    expect((await sent).status).toBe(404);
    const [row] = await app.db`select profile_image_version as version, zone_colour from users where id = ${me.id}`;
    expect(row).toEqual({ version: 0, zone_colour: null });
  });

  it('removes rows that calls wrote after waiting for the deletion', async () => {
    const { app } = server;
    const [account, other] = [await server.signUp(), await server.signUp()];
    const { client, me } = account;
    const song = await insertMedia(app.db, { musicianId: other.me.id });
    const { sent } = await transaction(app.db, async (tx) => {
      await tx`select 1 from users where id = ${me.id} for update`;
      const sending = Promise.all([
        client.post('/api/playlists', { name: 'Late', media: [song] }),
        client.put('/api/player', { ids: [song], index: 0, at: 0, repeat: 'off', shuffle: null, device: 'phone' }),
        client.post(`/api/media/favorites/${song}`),
      ]);
      await untilWaiting(app.db, 3);
      await deleteAccount(app, tx, me.id);
      return { sent: sending };
    });
    await sent;
    const rows = async () =>
      (
        await app.db<{ n: number }[]>`
          select (select count(*) from playlists where owner_id = ${me.id})::int
            + (select count(*) from players where user_id = ${me.id})::int
            + (select count(*) from favorites where user_id = ${me.id})::int as n`
      )[0]?.n;
    const remembered = async () => (await server.visitor().get(`/api/media/${song}`)).body.rememberCount as number;
    expect(await rows()).toBeGreaterThan(0);
    const [job] = await app.db`
      select data, start_after > now() + interval '1 minute' as waits from pgboss.job where name = 'delete-leftovers'
      order by created_on desc limit 1`;
    expect(job).toEqual({ data: { userId: me.id }, waits: true });
    await deleteLeftovers(app, me.id);
    expect(await rows()).toBe(0);
    expect(await remembered()).toBe(0);
    // Accounts that aren't deleted keep their rows.
    expect((await other.client.post(`/api/media/favorites/${song}`)).status).toBe(200);
    await deleteLeftovers(app, other.me.id);
    expect(await remembered()).toBe(1);
  });

  it('leaves no row with its name or address, in any table', async () => {
    const email = 'zebedee@example.org';
    const client = server.visitor();
    const { id } = (
      await client.post('/api/users/', {
        firstName: 'Zebedee',
        lastName: 'Tester',
        email,
        emailConfirmation: email,
        password: PASSWORD,
        passwordConfirmation: PASSWORD,
      })
    ).body;
    const { db } = server.app;
    await insertMedia(db, { musicianId: id, title: 'Zebedee at home' });
    const lists = JSON.parse(JSON.stringify(LISTS).replaceAll('Ida', 'Zebedee')) as typeof LISTS;
    // The idempotency key stores the response as well.
    const change = {
      ...lists,
      username: 'Zebedee',
      bio: 'Zebedee sings.',
      title: 'Zebedee',
      address: { city: 'Memphis', state: 'TN' },
    };
    const changed = await client.send({
      method: 'PUT',
      url: `/api/users/${id}`,
      headers: { 'idempotency-key': 'once' },
      payload: change,
    });
    expect(changed.status).toBe(200);
    const rowsOf = async (text: string) => {
      const found: string[] = [];
      for (const { schema, table } of await db<{ schema: string; table: string }[]>`
        select table_schema as schema, table_name as table from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`)
        if ((await db`select 1 from ${db(schema)}.${db(table)} one where one::text ilike ${`%${text}%`}`).length > 0)
          found.push(table);
      return found;
    };
    // Anyone can request mail to the address, in any case of letters. A sign-in from a new browser queues a
    // notification.
    for (const ask of ['/auth/forgot', '/api/users/unsubscribe'])
      expect((await server.visitor().post(ask, { email: 'ZEBEDEE@Example.org' })).status).toBe(200);
    expect((await server.visitor().post('/auth', { email, password: PASSWORD })).status).toBe(200);
    expect(await rowsOf('zebedee')).toEqual(
      expect.arrayContaining(['users', 'albums', 'contact_methods', 'media', 'job']),
    );
    expect(await db`select distinct name from pgboss.job where data ->> 'userId' = ${id}`).toHaveLength(1);
    const kept =
      await db`select distinct deletion_seconds as kept from pgboss.job where data ? 'email' or data ? 'network'`;
    expect([...kept]).toEqual([{ kept: 3600 }]);
    expect((await client.post('/auth/delete/', { email, password: PASSWORD })).status).toBe(200);
    // In production, the vocabulary is refreshed once a day, and the suggestions every few minutes.
    await refreshVocabularyLoop.run(server.app);
    await refreshSuggestions(db);
    // The mail about the deletion is kept until the outbox is pruned. The row of Deleted User is kept, and so is what
    // the sweep
    // and the leftovers job have yet to remove.
    expect(await rowsOf('zebedee')).toEqual(['outbox']);
    expect(await rowsOf(id)).toEqual(['job', 'job_common', 'outbox', 'pending_deletions', 'users']);
  });

  it('mails the owner of a confirmed address, and no stranger', async () => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { db } = mailing.app;
    const [stranger, owner] = [await mailing.signUp(), await mailing.signUp()];
    await db`update users set email_verified_at = now() where id = ${owner.me.id}`;
    for (const account of [stranger, owner]) expect((await remove(account)).status).toBe(200);
    expect(await db`select "to" from outbox where kind = 'account-deleted'`).toEqual([{ to: owner.me.email }]);
    await mailing.close();
  });

  it('succeeds once for two simultaneous calls', async () => {
    const account = await server.signUp();
    const answers = await Promise.all([remove(account), remove(account)]);
    const states = answers.map(({ status }) => status).toSorted();
    expect(states[0]).toBe(200);
    expect([400, 401, 404]).toContain(states[1]);
    const mails = await server.app
      .db`select 1 from outbox where "to" = ${account.me.email} and kind = 'account-deleted'`;
    expect(mails).toHaveLength(1);
  });

  it('makes calls that are still running fail with 401', async () => {
    const account = await server.signUp();
    const { app } = server;
    const { id } = account.me;
    expect((await remove(account)).status).toBe(200);
    const gone = { status: 401, message: 'Please sign in.' };
    await expect(findPassword(app.db, id)).rejects.toMatchObject(gone);
    await expect(findMe(app.db, id)).rejects.toMatchObject(gone);
    await expect(transaction(app.db, (tx) => changePassword(app, tx, id, 'none'))).rejects.toMatchObject(gone);
  });

  it('is rejected for the last administrator', async () => {
    const own = await startTestServer();
    try {
      const [boss, second] = [await own.signUp({ role: 'admin' }), await own.signUp({ role: 'admin' })];
      expect((await remove(second)).status).toBe(200);
      expect(await remove(boss)).toMatchObject({
        status: 409,
        body: { message: 'This is the last administrator. Make another one first.' },
      });
      expect(await isIn(boss)).toBe(true);
      expect((await boss.client.delete(`/api/users/${boss.me.id}`)).status).toBe(409);
    } finally {
      await own.close();
    }
  });

  it('API-65 works the same for an administrator, and is rejected for other users', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const [account, other] = [await server.signUp(), await server.signUp()];
    const media = await insertMedia(server.app.db, { musicianId: account.me.id });
    const url = `/api/users/${account.me.id}`;
    for (const client of [other.client, account.client]) expect((await client.delete(url)).status).toBe(403);
    expect(await admin.client.delete(url)).toMatchObject({ status: 200, body: { id: account.me.id, deleted: true } });
    expect(await isIn(account)).toBe(false);
    expect((await server.visitor().get(`/api/media/${media}`)).status).toBe(404);
    expect((await admin.client.delete(url)).status).toBe(404);
    expect((await admin.client.get(`/api/users?q=${encodeURIComponent(account.me.email)}`)).body.users).toEqual([]);
  });
});
