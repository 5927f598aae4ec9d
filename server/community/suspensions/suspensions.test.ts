import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reassignReviews } from '../../review/curation/reassign.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { suspended } from '../../accounts/auth/suspended.ts';

const PASSWORD = 'a long password';

describe('a suspended account', () => {
  let server: TestServer;
  let admin: Account;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const suspend = (id: string, body: object) => admin.client.put(`/api/users/${id}/suspension`, body);
  const lift = (id: string) => admin.client.delete(`/api/users/${id}/suspension`);
  const signIn = (account: Account) => server.visitor().post('/auth', { email: account.me.email, password: PASSWORD });
  const mails = (to: string) =>
    server.app.db<{ subject: string; text: string }[]>`
      select subject, text from outbox where "to" = ${to} and kind = 'suspension' order by created_at, id`;
  const listed = async ({ me }: Account) =>
    (await admin.client.get(`/api/users?q=${encodeURIComponent(me.email)}`)).body.users[0].suspension;

  it('is signed out everywhere, gets the reason and the end by mail and at each sign-in, and keeps its public items', async () => {
    const person = await server.signUp({ firstName: 'Sol' });
    const id = await insertMedia(server.app.db, { musicianId: person.me.id, title: 'Still here' });
    const { body } = await suspend(person.me.id, { reason: ' Spam in comments. ', days: 7 });
    expect(body).toEqual({ reason: 'Spam in comments.', endsOn: expect.stringMatching(/Z$/) });
    expect(await listed(person)).toEqual(body);
    expect((await person.client.get('/api/users/me')).status).toBe(401);
    const until = new Date(body.endsOn).toLocaleString('en', { dateStyle: 'long', timeZone: 'UTC' });
    const message = `This account is suspended until ${until}. Reason: Spam in comments. If you think this is a mistake, contact us.`;
    const refused = await signIn(person);
    expect([refused.status, refused.body.message]).toEqual([403, message]);
    expect(String(refused.headers['set-cookie'])).not.toMatch(/session=[^;]/);
    // A caller with a wrong password doesn't learn about the suspension.
    expect((await server.visitor().post('/auth', { email: person.me.email, password: 'not this one' })).status).toBe(
      401,
    );
    const [mail, ...more] = await mails(person.me.email);
    expect([mail?.subject, more]).toEqual(['Your Scoville account is suspended', []]);
    expect(mail?.text).toContain(
      `Your account at Scoville is suspended until ${until}, and you have been signed out. The reason:`,
    );
    expect(mail?.text).toContain('Spam in comments.');
    expect(mail?.text).toContain('/help/contact');
    expect((await server.visitor().get(`/api/users/${person.me.id}`)).body.displayName).toBe('Sol Tester');
    expect((await server.visitor().get(`/api/media/${id}`)).body.title).toBe('Still here');
  });

  it('can’t become an administrator, and doesn’t count as one', async () => {
    const person = await server.signUp();
    await suspend(person.me.id, { reason: 'Spam.', days: null });
    const promote = () => admin.client.put(`/api/users/${person.me.id}`, { role: 'admin' });
    const refused = await promote();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This account is suspended. Lift the suspension first, then make it an administrator.',
    ]);
    expect((await lift(person.me.id)).body).toEqual({ lifted: true });
    expect((await promote()).body.role).toBe('admin');
    // An administrator who was suspended before this rule doesn't count as a remaining one.
    await server.app.db`insert into suspensions (user_id, reason) values (${person.me.id}, 'Spam.')`;
    await server.app
      .db`update users set role = 'user' where role = 'admin' and id not in (${admin.me.id}, ${person.me.id})`;
    const last = 'This is the last administrator. Make another one first.';
    expect((await admin.client.put(`/api/users/${admin.me.id}`, { role: 'user' })).body.message).toBe(last);
    const own = await admin.client.delete(`/api/users/${admin.me.id}`);
    expect([own.status, own.body.message]).toEqual([409, last]);
    expect((await admin.client.put(`/api/users/${person.me.id}`, { role: 'user' })).body.role).toBe('user');
  });

  it('gets the reason as a sentence, with or without final punctuation', () => {
    const said = (reason: string) => suspended({ reason, ends_at: null }).message;
    for (const reason of ['Spam', 'Spam.'])
      expect(said(reason)).toBe(
        'This account is suspended until further notice. Reason: Spam. If you think this is a mistake, contact us.',
      );
    expect(said('Why?')).toContain('Reason: Why? If you');
  });

  it('can sign in again when the suspension ends or is lifted, and gets a mail when it is lifted', async () => {
    const person = await server.signUp();
    await suspend(person.me.id, { reason: 'One.', days: 1 });
    await server.app.db`update suspensions set ends_at = now() - interval '1 second' where user_id = ${person.me.id}`;
    expect((await signIn(person)).status).toBe(200);
    expect(await listed(person)).toBeNull();
    expect((await lift(person.me.id)).body.message).toBe('This account is not suspended.');

    const second = await suspend(person.me.id, { reason: 'Two.', days: null });
    expect(second.body).toEqual({ reason: 'Two.', endsOn: null });
    expect((await signIn(person)).body.message).toMatch(
      /^This account is suspended until further notice\. Reason: Two\. /,
    );
    expect((await lift(person.me.id)).body).toEqual({ lifted: true });
    expect((await signIn(person)).status).toBe(200);
    expect((await mails(person.me.email)).map(({ subject }) => subject)).toEqual([
      'Your Scoville account is suspended',
      'Your Scoville account is suspended',
      'Your Scoville account is no longer suspended',
    ]);
  });

  it('isn’t let in earlier by a second suspension, and gets the later end by mail', async () => {
    const person = await server.signUp();
    const put = async (reason: string, days: number | null) => (await suspend(person.me.id, { reason, days })).body;
    const long = await put('Long.', 30);
    const short = await put('Short.', 1);
    expect(short).toEqual({ reason: 'Short.', endsOn: long.endsOn });
    const until = new Date(long.endsOn).toLocaleString('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect((await signIn(person)).body.message).toContain(`suspended until ${until}. Reason: Short.`);
    expect((await mails(person.me.email)).map(({ text }) => text.includes(`is suspended until ${until},`))).toEqual([
      true,
      true,
    ]);
    const longer = await put('Longer.', 60);
    expect(Date.parse(longer.endsOn)).toBeGreaterThan(Date.parse(long.endsOn));
    expect(await put('Further notice.', null)).toEqual({ reason: 'Further notice.', endsOn: null });
    expect(await put('A day.', 1)).toEqual({ reason: 'A day.', endsOn: null });
    const acts = await server.app.db`
      select details->>'until' as until from audit_log
      where act = 'suspended-user' and subject_id = ${person.me.id} order by created_at, id`;
    const day = (at: string) => at.slice(0, 10);
    expect(acts.map((act) => act['until'])).toEqual([
      day(long.endsOn),
      day(long.endsOn),
      day(longer.endsOn),
      'lifted',
      'lifted',
    ]);
    // Suspensions that have ended or were lifted don't count.
    await lift(person.me.id);
    expect(Date.parse((await put('Anew.', 1)).endsOn)).toBeLessThan(Date.parse(long.endsOn));
    await server.app.db`update suspensions set ends_at = now() - interval '1 day' where user_id = ${person.me.id}`;
    expect(Date.parse((await put('Once more.', 1)).endsOn)).toBeGreaterThan(Date.now());
  });

  it('can’t use a session that began at the same moment', async () => {
    const person = await server.signUp();
    await suspend(person.me.id, { reason: 'x', days: null });
    const cookie = person.client.cookies.get('session');
    expect(cookie).toBeDefined();
    await server.app.db`insert into sessions (token_hash, id, user_id, expires_at)
      values (${createHash('sha256').update(cookie!).digest()}, ${newId()}, ${person.me.id}, now() + interval '1 day')`;
    expect((await person.client.get('/api/users/me')).status).toBe(401);
    await lift(person.me.id);
    expect((await person.client.get('/api/users/me')).status).toBe(200);
  });

  it('can’t be an administrator, and needs a valid reason and end', async () => {
    const other = await server.signUp({ role: 'admin' });
    expect((await suspend(other.me.id, { reason: 'x', days: 1 })).body.message).toBe(
      'This is an administrator. Take the role away first, then suspend the account.',
    );
    expect((await suspend(admin.me.id, { reason: 'x', days: 1 })).status).toBe(409);
    expect((await suspend(newId(), { reason: 'x', days: 1 })).status).toBe(404);
    expect((await lift(newId())).status).toBe(404);
    const { me, client } = await server.signUp();
    expect((await suspend(me.id, { reason: ' ', days: 1 })).body.message).toBe('Reason is required.');
    for (const days of [0, 3651, 1.5])
      expect((await suspend(me.id, { reason: 'x', days })).body.message).toBe(
        'A suspension lasts 1 to 3650 days, or until it is lifted.',
      );
    expect((await client.get('/api/users/me')).status).toBe(200);
    expect(
      (await client.get(`/api/users?q=${encodeURIComponent(me.displayName)}`)).body.users[0].suspension,
    ).toBeNull();
  });

  it('is assigned no reviews, and its open reviews are assigned to another reviewer', async () => {
    const reviewer = await server.signUp({ isCurator: true });
    const musician = await server.signUp();
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    await musician.client.put(`/api/media/${id}`, { allowCuration: true });
    const reviewerOf = async () =>
      (await server.app.db`select reviewer_id from reviews where media_id = ${id}`)[0]?.['reviewer_id'];
    expect(await reviewerOf()).toBe(reviewer.me.id);
    await suspend(reviewer.me.id, { reason: 'x', days: 1 });
    await reassignReviews(server.app);
    expect(await reviewerOf()).not.toBe(reviewer.me.id);
  });
});
