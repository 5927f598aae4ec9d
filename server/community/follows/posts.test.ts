import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { notifyAllFollowers } from '../../testkit/followers.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://scoville.example' });
});
afterAll(() => server.close());

const signUp = async (firstName: string): Promise<Account> => {
  const account = await server.signUp({ firstName });
  await server.app.db`update users set email_verified_at = now() where id = ${account.me.id}`;
  return account;
};
const write = ({ client }: Account, text: string) => client.post('/api/posts', { text });
const postsOf = async ({ me }: Account, by = server.visitor()) => (await by.get(`/api/posts/user/${me.id}`)).body;
const notify = (id: string) => notifyAllFollowers(server.app, id, new AbortController().signal);
const notified = async ({ client }: Account) => (await client.get('/api/notifications')).body.notifications;
const mailed = async (email: string): Promise<string[]> =>
  (await server.app.db<{ text: string }[]>`select text from outbox where kind = 'post' and "to" = ${email}`).map(
    ({ text }) => text,
  );
const weekLater = () => server.app.db`update post_turns set taken_at = taken_at - interval '7 days'`;

it('shows a musician’s post on the profile, and notifies each follower once, in the product and by mail', async () => {
  const [star, fan, critic, quiet, stranger] = [
    await signUp('Stella'),
    await signUp('Fay'),
    await signUp('Cris'),
    await signUp('Quinn'),
    await signUp('Sam'),
  ];
  const follow = ({ client }: Account, type: string) => client.post(`/api/media/subscribe/${star.me.id}`, { type });
  await follow(fan, 'published');
  await follow(critic, 'curated');
  await follow(quiet, 'published');
  await quiet.client.put(`/api/users/${quiet.me.id}`, { emailSettings: { profileUpdates: false } });
  for (const [email, confirmed] of [
    ['guest@example.org', true],
    ['unconfirmed@example.org', false],
  ] as const)
    await server.app.db`
      insert into follows (id, musician_id, email, type, confirmed_at)
      values (${newId()}, ${star.me.id}, ${email}, 'published', ${confirmed ? new Date() : null})`;

  const words = 'On tour in May.\n\n<b>Bold</b> & https://scoville.example/tour';
  const { status, body: post } = await write(star, `  ${words}  `);
  expect(status).toBe(200);
  expect(post).toMatchObject({ text: words, musician: { id: star.me.id }, can: { delete: true } });
  await notify(post.id);
  await notify(post.id);
  expect(await postsOf(star)).toMatchObject({
    posts: [{ id: post.id, text: words, can: { delete: false } }],
    total: 1,
    nextAt: null,
  });
  for (const one of [fan, critic]) {
    expect(await notified(one)).toMatchObject([
      { kind: 'post', text: 'News from Stella Tester', excerpt: words, path: `/${star.me.id}` },
    ]);
    expect(await mailed(one.me.email)).toHaveLength(1);
  }
  const [mail] = await mailed('guest@example.org');
  expect(mail).toContain('On tour in May.');
  expect(mail).toContain('<b>Bold</b> & https://scoville.example/tour');
  expect(mail).toMatch(/Cancel the subscription/);
  const [row] = await server.app.db<{ html: string; unsubscribe_url: string }[]>`
    select html, unsubscribe_url from outbox where kind = 'post' and "to" = 'guest@example.org'`;
  expect(row?.html).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  expect(row?.unsubscribe_url).toContain('subscriptionId=');
  expect(await mailed('unconfirmed@example.org')).toEqual([]);
  for (const one of [quiet, stranger, star]) {
    expect((await notified(one)).filter(({ kind }: { kind: string }) => kind === 'post')).toEqual([]);
    expect(await mailed(one.me.email)).toEqual([]);
  }
});

it('allows one post in seven days, names the next date, and counts deleted posts as well', async () => {
  const star = await signUp('Stella');
  expect((await write(star, ' \n ')).body).toMatchObject({
    errors: [{ field: 'text', message: 'Write something first.' }],
  });
  expect((await write(star, 'x'.repeat(2001))).status).toBe(400);
  const tries = await Promise.all(Array.from({ length: 5 }, (_, n) => write(star, `Try ${n}`)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
  const refused = tries.find(({ status }) => status === 429);
  expect(refused?.body.message).toMatch(
    /^You can post to your followers once every seven days, next on \w+ \d+, \d{4} at \d+:\d\d.[AP]M UTC\.$/,
  );
  const { nextAt, posts } = await postsOf(star, star.client);
  expect(Date.parse(nextAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600 * 1000);
  expect((await postsOf(star)).nextAt).toBeNull();
  expect((await star.client.delete(`/api/posts/${posts[0].id}`)).status).toBe(200);
  expect((await write(star, 'Again')).status).toBe(429);
  await weekLater();
  expect((await write(star, 'Again')).status).toBe(200);
});

it('returns the same post for a repeated call, and doesn’t count it as a second one', async () => {
  const star = await signUp('Stella');
  const send = () =>
    star.client.send({
      method: 'POST',
      url: '/api/posts',
      payload: { text: 'On tour' },
      headers: { 'idempotency-key': 'one press' },
    });
  const first = await send();
  expect(first.status).toBe(200);
  expect(await send()).toMatchObject({ status: 200, body: first.body });
  expect((await postsOf(star)).posts).toHaveLength(1);
});

it('renews cached profile pages when a post is added or deleted, but not when followers are notified', async () => {
  const [star, fan] = [await signUp('Stella'), await signUp('Fay')];
  await fan.client.post(`/api/media/subscribe/${star.me.id}`, { type: 'published' });
  const version = async () => (await server.app.db<{ n: string }[]>`select n from public_version`)[0]?.n;
  const versions = [await version()];
  const { id } = (await write(star, 'New strings')).body;
  versions.push(await version());
  await notify(id);
  expect(await version()).toBe(versions[1]);
  expect((await star.client.delete(`/api/posts/${id}`)).status).toBe(200);
  versions.push(await version());
  expect(new Set(versions).size).toBe(3);
});

it('removes a deleted post from the profile and the notifications, and stops notifying followers', async () => {
  const [star, fan, admin] = [await signUp('Stella'), await signUp('Fay'), await server.signUp({ role: 'admin' })];
  await fan.client.post(`/api/media/subscribe/${star.me.id}`, { type: 'published' });
  const first = (await write(star, 'First')).body.id;
  await notify(first);
  expect(await notified(fan)).toHaveLength(1);
  expect((await fan.client.delete(`/api/posts/${first}`)).status).toBe(403);
  expect((await server.visitor().delete(`/api/posts/${first}`)).status).toBe(401);
  expect((await admin.client.delete(`/api/posts/${first}`)).body).toEqual({ id: first, deleted: true });
  expect((await star.client.delete(`/api/posts/${first}`)).status).toBe(404);
  expect(await notified(fan)).toEqual([]);
  expect((await postsOf(star)).total).toBe(0);

  await weekLater();
  const second = (await write(star, 'Second')).body.id;
  await star.client.delete(`/api/posts/${second}`);
  await notify(second);
  expect(await notified(fan)).toEqual([]);
  expect(await mailed(fan.me.email)).toHaveLength(1);
});

it('rejects posts of a user with an unconfirmed address', async () => {
  const star = await server.signUp();
  const strict = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const { client } = await strict.signUp();
  expect((await client.post('/api/posts', { text: 'Hello' })).status).toBe(403);
  await strict.close();
  expect((await write(star, 'Hello')).status).toBe(200);
});
