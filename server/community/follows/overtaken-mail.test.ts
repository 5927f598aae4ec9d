import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { announceToAll, notifyAllFollowers } from '../../testkit/followers.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import type { Account } from '../../testkit/server.ts';

let server: MailTestServer;
let admin: Account;
let star: Account;
beforeAll(async () => {
  server = await startMailTestServer();
  admin = await server.signUp({ role: 'admin' });
  star = await server.signUp({ firstName: 'Stella' });
  await server.app.db`update users set email_verified_at = now()`;
});
afterEach(async () => {
  await server.app.db`delete from follows`;
  await server.app.db`delete from post_turns`;
  await server.clearMail();
});
afterAll(() => server.close());

const { signal } = new AbortController();
const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
/** Subscribes a guest to the musician's news. Returns the subscription's id. */
async function guest(email: string, type = 'published'): Promise<string> {
  const id = newId();
  await server.app.db`
    insert into follows (id, musician_id, email, type, confirmed_at) values (${id}, ${star.me.id}, ${email}, ${type}, now())`;
  return id;
}
async function post(): Promise<string> {
  const { status, body } = await star.client.post('/api/posts', { text: 'On tour in May.' });
  expect(status).toBe(200);
  await notifyAllFollowers(server.app, body.id, signal);
  return body.id;
}
async function release(more: object = {}): Promise<string> {
  const id = await insertMedia(server.app.db, { musicianId: star.me.id, ...more });
  await announceToAll(server.app, id, signal);
  return id;
}
/** Sends all queued mail, and returns the receivers. */
async function sent(): Promise<string[]> {
  await sendMail(server.app);
  return server.smtp.received.map(({ to }) => to).toSorted();
}
const news = async () =>
  (
    await server.app.db<{ to: string; state: string; attempts: number; error: string | null }[]>`
      select "to", state, attempts, error from outbox where kind in ('post', 'release') order by "to", id`
  ).map((row) => ({ ...row }));
const cancelled = (error: string) => [{ to: 'fan@example.org', state: 'cancelled', attempts: 0, error }];

it('cancels the queued mails of a deleted post, and records why', async () => {
  await guest('fan@example.org');
  const id = await post();
  await done(star.client.delete(`/api/posts/${id}`));
  expect(await sent()).toEqual([]);
  expect(await news()).toEqual(cancelled('The post was deleted.'));
  expect((await admin.client.get('/api/outbox?state=cancelled')).body.mail).toMatchObject([
    { kind: 'post', error: 'The post was deleted.' },
  ]);
});

it('cancels the mails of a song that is no longer public, also when an administrator retries them', async () => {
  await guest('fan@example.org');
  const id = await release();
  const [mail] = await server.app.db<{ id: string }[]>`
    update outbox set state = 'failed', attempts = 3, error = 'Busy.' where kind = 'release' returning id`;
  await done(star.client.put(`/api/media/${id}`, { published: false }));
  await done(admin.client.post(`/api/outbox/${mail?.id}/retry`));
  expect(await sent()).toEqual([]);
  expect(await news()).toEqual(cancelled('It is no longer public.'));
});

it('cancels the mails about a score that is no longer above 75', async () => {
  await guest('fan@example.org', 'curated');
  const id = await release({ scores: [80, 80, 80] });
  await server.app.db`update media set storytelling = 60 where id = ${id}`;
  expect(await sent()).toEqual([]);
  expect(await news()).toEqual(cancelled('It is not public with a score above 75.'));
});

it('cancels queued mails to followers who unsubscribed, and sends all others', async () => {
  const follows = await guest('fan@example.org');
  await guest('other@example.org');
  const member = await server.signUp();
  await server.app.db`update users set email_verified_at = now() where id = ${member.me.id}`;
  await done(member.client.post(`/api/media/subscribe/${star.me.id}`, { type: 'published' }));
  await server.app.db`delete from outbox`;
  await post();
  await release();
  const [{ link } = { link: '' }] = await server.app.db<{ link: string }[]>`
    select unsubscribe_url as link from outbox where kind = 'post' and "to" = 'fan@example.org'`;
  expect(link).toContain(follows);
  const { pathname, search } = new URL(link);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': '' };
  const payload = 'List-Unsubscribe=One-Click';
  await done(server.visitor().send({ method: 'POST', url: pathname + search, headers, payload }));
  const { subscription } = (await member.client.get(`/api/media/subscribe/${star.me.id}`)).body;
  await done(member.client.delete(`/api/media/unsubscribe/${subscription.id}`));

  expect(await sent()).toEqual(['other@example.org', 'other@example.org']);
  const over = { state: 'cancelled', error: 'The subscription was cancelled.' };
  expect((await news()).filter(({ state }) => state !== 'sent')).toMatchObject(
    ['fan@example.org', 'fan@example.org', member.me.email, member.me.email].toSorted().map((to) => ({ ...over, to })),
  );
});

it('cancels the queued mails of an account that was deleted', async () => {
  await guest('fan@example.org');
  await post();
  await release();
  await done(star.client.post('/auth/delete/', { email: star.me.email, password: 'a long password' }));
  expect((await sent()).filter((to) => to !== star.me.email)).toEqual([]);
  expect((await news()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});
