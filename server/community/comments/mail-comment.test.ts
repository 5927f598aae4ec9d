import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let owner: Account;
let lena: Account;
let otto: Account;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp({ firstName: 'Mona' });
  lena = await server.signUp({ firstName: 'Lena' });
  otto = await server.signUp({ firstName: 'Otto' });
});
afterAll(() => server.close());

const song = (title: string) => insertMedia(server.app.db, { musicianId: owner.me.id, title });
const say = async ({ client }: Account, path: string, comment = 'Well sung.'): Promise<string> => {
  const { status, body } = await client.post(`/api/comments/${path}`, { comment });
  expect(status).toBe(200);
  return body.id;
};
/** Subjects of the mails to this account about comments and replies, oldest first. */
const mailsTo = async ({ me }: Account) =>
  (
    await server.app.db<{ subject: string }[]>`
      select subject from outbox where "to" = ${me.email} and kind in ('comment', 'reply') order by created_at, id`
  ).map(({ subject }) => subject);
/** Moves the times of all comment mails back by these minutes. */
const later = (minutes: number) =>
  server.app.db`update comment_mails set mailed_at = mailed_at - make_interval(mins => ${minutes})`;

it('mails the owner about a comment and the author about a reply, once an hour for each song', async () => {
  const [first, second] = [await song('First Song'), await song('Second Song')];
  const comment = await say(lena, first, 'Well sung & well played.');
  expect(await mailsTo(owner)).toEqual(['Lena Tester commented on First Song']);
  const [mail] = await server.app.db<{ text: string; unsubscribe_url: string | null }[]>`
    select text, unsubscribe_url from outbox where "to" = ${owner.me.email} and kind = 'comment'`;
  expect(mail?.text).toContain('Lena Tester commented on “First Song”:');
  expect(mail?.text).toContain('Well sung & well played.');
  expect(mail?.text).toContain(`/${owner.me.id}/${first}`);
  expect(mail?.unsubscribe_url).toContain('/account/unsubscribe');

  await say(otto, first);
  await later(59);
  await say(lena, first);
  expect(await mailsTo(owner)).toEqual(['Lena Tester commented on First Song']);
  await say(lena, second);
  await later(1);
  await Promise.all([say(otto, first), say(lena, first)]);
  const mails = await mailsTo(owner);
  expect(mails.slice(0, 2)).toEqual(['Lena Tester commented on First Song', 'Lena Tester commented on Second Song']);
  expect(mails.slice(2)).toEqual([expect.stringMatching(/^(Otto|Lena) Tester commented on First Song$/)]);

  // A right-to-left title is isolated, so that it doesn't reorder the words around it.
  await say(lena, await song('קומקום 3'));
  expect((await mailsTo(owner)).at(-1)).toBe('Lena Tester commented on \u2068קומקום 3\u2069');

  const reply = await say(otto, `reply/${comment}`);
  await say(otto, `reply/${comment}`);
  expect(await mailsTo(lena)).toEqual(['Otto Tester replied to your comment on First Song']);
  // The author being answered is mailed, also in the middle of a thread.
  await say(lena, `reply/${reply}`);
  expect(await mailsTo(otto)).toEqual(['Lena Tester replied to your comment on First Song']);
});

it('doesn’t use up the hour’s mail for a blocked user, or while mail about comments is off', async () => {
  const id = await song('Sought Song');
  const [own, pest] = [await server.signUp(), await server.signUp()];
  const theirs = await insertMedia(server.app.db, { musicianId: own.me.id, title: 'Their Song' });
  expect((await own.client.post(`/api/blocks/${pest.me.id}`)).status).toBe(200);
  await say(pest, theirs);
  await say(lena, theirs);
  expect(await mailsTo(own)).toEqual(['Lena Tester commented on Their Song']);

  const setComments = (comments: boolean) =>
    owner.client.put(`/api/users/${owner.me.id}`, { emailSettings: { comments } });
  await setComments(false);
  await say(lena, id);
  await setComments(true);
  await say(otto, id);
  expect((await mailsTo(owner)).at(-1)).toBe('Otto Tester commented on Sought Song');
});

it('doesn’t mail users about their own comments, users who opted out, or deleted accounts', async () => {
  const id = await song('Quiet Song');
  const before = (await mailsTo(owner)).length;
  await say(owner, id);
  const own = await say(lena, id);
  expect(await mailsTo(owner)).toHaveLength(before + 1);
  const told = (await mailsTo(lena)).length;
  await say(lena, `reply/${own}`);
  expect(await mailsTo(lena)).toHaveLength(told);

  const other = await song('Quieter Song');
  expect((await owner.client.put(`/api/users/${owner.me.id}`, { emailSettings: { comments: false } })).status).toBe(
    200,
  );
  await say(lena, other);
  expect(await mailsTo(owner)).toHaveLength(before + 1);

  const leaving = await server.signUp();
  const comment = await say(leaving, other);
  await leaving.client.post('/auth/delete/', { email: leaving.me.email, password: 'a long password' });
  await say(lena, `reply/${comment}`);
  expect(await mailsTo(leaving)).toEqual([]);
});

it('doesn’t notify a commenter of replies or approvals once the song is hidden', async () => {
  const id = await song('Open Song');
  const author = await server.signUp();
  const comment = await say(author, id);
  await owner.client.put('/api/comment-rules', { holdAll: true, words: [] });
  await say(lena, `reply/${comment}`);
  await owner.client.put('/api/comment-rules', { holdAll: false, words: [] });
  const hidden = await owner.client.put(`/api/media/${id}`, { published: false, title: 'Secret Song' });
  expect(hidden.status).toBe(200);
  await say(owner, `reply/${comment}`);
  const [held] = (await owner.client.get(`/api/held-comments/${id}`)).body.held;
  expect((await owner.client.post(`/api/held-comments/${held.id}/approve`)).status).toBe(200);
  expect(await mailsTo(author)).toEqual([]);
  expect(await server.app.db`select 1 from notifications where user_id = ${author.me.id} and kind = 'reply'`).toEqual(
    [],
  );
});
