import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { repairCounters } from '../../listening/stats/repair.queries.ts';
import type { Client } from '../../testkit/client.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let musician: Account;
let listener: Account;
let other: Account;
beforeAll(async () => {
  server = await startTestServer();
  musician = await server.signUp({ firstName: 'Mona' });
  listener = await server.signUp({ firstName: 'Lena' });
  other = await server.signUp({ firstName: 'Otto' });
});
afterAll(() => server.close());

const song = (musicianId = musician.me.id) => insertMedia(server.app.db, { musicianId, length: 100 });
const say = async ({ client }: Account, mediaId: string, comment = 'Well sung.', more: object = {}) => {
  const answer = await client.post(`/api/comments/${mediaId}`, { comment, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const answer = async ({ client }: Account, commentId: string, comment = 'It is.') => {
  const reply = await client.post(`/api/comments/reply/${commentId}`, { comment });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const list = async (mediaId: string, query = '', client: Client = server.visitor()) => {
  const { status, body } = await client.get(`/api/comments/${mediaId}${query}`);
  expect(status).toBe(200);
  return body;
};
const bodies = (comments: { body: string }[]): string[] => comments.map(({ body }) => body);
const countOf = async (mediaId: string): Promise<number> =>
  (await server.visitor().get(`/api/media/${mediaId}`)).body.commentCount;

describe('comments', () => {
  it('CO-06 CO-10 API-26 API-27 are written by signed-in users, with replies', async () => {
    const id = await song();
    const comment = await say(listener, id, '  Line one.\r\nLine two.\u0000 ', { moment: 12.5 });
    const author = ({ me }: Account) => ({
      id: me.id,
      username: null,
      displayName: me.displayName,
      isMasterChef: false,
      profileImg: null,
      deleted: false,
    });
    expect(comment).toEqual({
      id: expect.any(String) as string,
      body: 'Line one.\nLine two.',
      user: author(listener),
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      moment: 12.5,
      replies: [],
      replyTotal: 0,
      flagged: false,
      can: { reply: true, flag: false, delete: true },
    });
    const reply = await answer(other, comment.id, 'Yes.');
    expect(reply).toEqual({
      id: expect.any(String) as string,
      body: 'Yes.',
      user: author(other),
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      flagged: false,
      can: { reply: true, flag: false, delete: true },
    });
    const nothing = { reply: false, flag: false, delete: false };
    expect(await list(id)).toEqual({
      comments: [{ ...comment, replies: [{ ...reply, can: nothing }], replyTotal: 1, can: nothing }],
      total: 1,
      paging: { page: 1, size: 10, next: null },
    });
    expect((await list(id, '', musician.client)).comments[0].can).toEqual({ reply: true, flag: true, delete: false });
    expect(await countOf(id)).toBe(2);
  });

  it('CO-05 are rejected from visitors, and from users with an unconfirmed address', async () => {
    const id = await song();
    const { id: comment } = await say(listener, id);
    for (const [url, body] of [
      [`/api/comments/${id}`, { comment: 'x' }],
      [`/api/comments/reply/${comment}`, { comment: 'x' }],
      [`/api/comments/${comment}/flag`, {}],
    ] as const)
      expect((await server.visitor().post(url, body)).status).toBe(401);
    expect((await server.visitor().delete(`/api/comments/${comment}`)).status).toBe(401);
    expect(await list(id)).toMatchObject({ total: 1, comments: [{ body: 'Well sung.', replyTotal: 0 }] });

    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const account = await mailing.signUp();
    const media = await insertMedia(mailing.app.db, { musicianId: account.me.id });
    const refused = await account.client.post(`/api/comments/${media}`, { comment: 'x' });
    await mailing.close();
    expect([refused.status, refused.body.errors[0].field]).toEqual([403, 'isVerified']);
  });

  it('have 1 to 2000 characters, and a moment within the song or video', async () => {
    const id = await song();
    const refused = async (body: object) => {
      const { status, body: said } = await listener.client.post(`/api/comments/${id}`, body);
      expect(status).toBe(400);
      return said.errors.map((one: { field: string; message: string }) => [one.field, one.message]);
    };
    expect(await refused({ comment: ' \n ' })).toEqual([['comment', 'Write something first.']]);
    expect(await refused({})).toEqual([['comment', 'Write something first.']]);
    expect(await refused({ comment: 'x'.repeat(2001) })).toEqual([['comment', 'Use at most 2000 characters.']]);
    expect(await refused({ comment: 'x', moment: 100.5 })).toEqual([['moment', 'That time is past the end.']]);
    expect(await refused({ comment: 'x', moment: -1 })).toEqual([['moment', 'Enter the time in seconds.']]);
    expect((await say(listener, id, '✓'.repeat(2000), { moment: 100 })).body).toHaveLength(2000);
    expect(await countOf(id)).toBe(1);
  });

  it('CO-03 CO-12 API-24 are listed ten per page, newest first, or by the requested page, size and order', async () => {
    const id = await song();
    const all: string[] = [];
    for (let index = 1; index <= 23; index += 1) {
      await say(listener, id, `Number ${index}`);
      all.push(`Number ${index}`);
    }
    // Gives several comments the same time.
    await server.app.db`update comments set created_at = date_trunc('minute', created_at) where media_id = ${id}`;
    const newest = all.toReversed();
    const first = await list(id);
    expect(bodies(first.comments)).toEqual(newest.slice(0, 10));
    expect([first.total, first.paging.size]).toEqual([23, 10]);
    const second = await list(id, `?cursor=${first.paging.next}`);
    expect(bodies(second.comments)).toEqual(newest.slice(10, 20));
    const third = await list(id, `?cursor=${second.paging.next}`);
    expect([bodies(third.comments), third.paging.next]).toEqual([newest.slice(20), null]);
    const sorted = await list(id, '?page=2&size=5&sort=createdAt&order=asc');
    expect(bodies(sorted.comments)).toEqual(all.slice(5, 10));
  });

  it('CO-04 API-25 include two replies and their number; all replies are listed separately, oldest first', async () => {
    const id = await song();
    const { id: comment } = await say(listener, id);
    const { id: lonely } = await say(other, id, 'Nobody answers.');
    for (const text of ['One', 'Two', 'Three']) await answer(text === 'Two' ? other : musician, comment, text);
    const [second, first] = (await list(id)).comments;
    expect([second.id, second.replies, second.replyTotal]).toEqual([lonely, [], 0]);
    expect([bodies(first.replies), first.replyTotal]).toEqual([['One', 'Two'], 3]);
    // A reply to a reply is listed under the comment, too.
    await answer(listener, first.replies[1].id, 'Four');
    const replies = await server.visitor().get(`/api/comments/reply/${comment}`);
    expect(bodies(replies.body.replies)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect([replies.body.total, replies.body.paging.next]).toEqual([4, null]);
    expect((await server.visitor().get(`/api/comments/reply/${lonely}`)).body.replies).toEqual([]);
  });

  it('CO-08 CO-09 CO-11 API-28 are deleted by their author, with their replies, and the count is updated', async () => {
    const id = await song();
    const own = await say(musician, id, 'My own song.');
    const comment = await say(listener, id);
    const reply = await answer(other, comment.id);
    await answer(musician, comment.id);
    expect(await countOf(id)).toBe(4);
    for (const account of [other, musician]) {
      const refused = await account.client.delete(`/api/comments/${comment.id}`);
      expect([refused.status, refused.body.message]).toEqual([403, 'You can delete your own comments only.']);
    }
    expect((await other.client.delete(`/api/comments/${reply.id}`)).body).toEqual({ id: reply.id, deleted: true });
    expect(await countOf(id)).toBe(3);
    expect((await musician.client.delete(`/api/comments/${own.id}`)).status).toBe(200);
    expect(await countOf(id)).toBe(2);
    expect((await listener.client.delete(`/api/comments/${comment.id}`)).status).toBe(200);
    expect([await countOf(id), (await list(id)).total]).toEqual([0, 0]);
    expect((await listener.client.delete(`/api/comments/${comment.id}`)).status).toBe(404);
  });

  it('are deleted by administrators, and by the owner of the song or video if the operator allows it', async () => {
    const id = await song();
    const comment = await say(listener, id);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.delete(`/api/comments/${comment.id}`)).status).toBe(200);

    const strict = await startTestServer({ COMMENTS_OWNER_CAN_DELETE: 'true' });
    const [owner, guest] = [await strict.signUp(), await strict.signUp()];
    const media = await insertMedia(strict.app.db, { musicianId: owner.me.id });
    const said = await say(guest, media);
    const shown = (await owner.client.get(`/api/comments/${media}`)).body.comments[0];
    expect(shown.can).toEqual({ reply: true, flag: true, delete: true });
    const deleted = await owner.client.delete(`/api/comments/${said.id}`);
    await strict.close();
    expect(deleted.status).toBe(200);
  });

  it('CO-07 are flagged once by others, never by their author; administrators list flagged comments', async () => {
    const id = await song();
    const [fine, rude] = [await say(listener, id, 'Fine.'), await say(listener, id, 'Rude.')];
    const reply = await answer(other, fine.id, 'Ruder.');
    const flag = ({ client }: Account, comment: string) => client.post(`/api/comments/${comment}/flag`);
    const own = await flag(listener, rude.id);
    expect([own.status, own.body.message]).toEqual([403, 'You cannot flag your own comment.']);
    for (const account of [other, other, musician])
      expect((await flag(account, rude.id)).body).toEqual({ id: rude.id, flagged: true });
    expect((await flag(listener, reply.id)).status).toBe(200);
    const [seen] = (await list(id, '', other.client)).comments;
    expect([seen.body, seen.flagged, seen.can.flag]).toEqual(['Rude.', true, true]);
    expect((await list(id)).comments[0].flagged).toBe(false);

    const admin = await server.signUp({ role: 'admin' });
    const flagged = async () => (await admin.client.get(`/api/admin/comments/${id}`)).body.comments;
    expect((await flagged()).map((one: { body: string; flags: number }) => [one.body, one.flags])).toEqual([
      ['Ruder.', 1],
      ['Rude.', 2],
    ]);
    expect((await flagged())[0].can.delete).toBe(true);

    // A repeated flag opens no second case, even after an administrator dismissed the first one.
    const casesOf = () => server.app.db<{ id: string; state: string }[]>`
      select id, state from report_cases where subject_id = ${rude.id} order by id`;
    const [found] = await casesOf();
    const decision = { decision: 'dismiss', reason: 'It is rude and no more.' };
    expect((await admin.client.post(`/api/admin/reports/${found!.id}/decision`, decision)).status).toBe(200);
    expect((await flag(other, rude.id)).body).toEqual({ id: rude.id, flagged: true });
    expect(await casesOf()).toEqual([{ id: found!.id, state: 'dismissed' }]);

    expect((await admin.client.delete(`/api/comments/${rude.id}`)).status).toBe(200);
    expect(bodies(await flagged())).toEqual(['Ruder.']);
    expect((await musician.client.get(`/api/admin/comments/${id}`)).status).toBe(403);
  });

  it('respond with 404 under a song that the viewer may not see, even if the ids are known', async () => {
    const id = await song();
    const { id: comment } = await say(listener, id);
    await server.app.db`update media set published = false, published_at = null where id = ${id}`;
    for (const client of [server.visitor(), listener.client]) {
      expect((await client.get(`/api/comments/${id}`)).status).toBe(404);
      expect((await client.get(`/api/comments/reply/${comment}`)).status).toBe(404);
    }
    expect((await other.client.post(`/api/comments/${id}`, { comment: 'x' })).status).toBe(404);
    expect((await other.client.post(`/api/comments/reply/${comment}`, { comment: 'x' })).status).toBe(404);
    expect((await other.client.post(`/api/comments/${comment}/flag`)).status).toBe(404);
    expect((await other.client.delete(`/api/comments/${comment}`)).status).toBe(404);
    expect((await list(id, '', musician.client)).total).toBe(1);
    for (const url of [`/api/comments/${newId()}`, `/api/comments/reply/${newId()}`])
      expect((await server.visitor().get(url)).status).toBe(404);
  });

  it('can be deleted by their author, but not by other users, while their song is hidden', async () => {
    const id = await song();
    const { id: comment } = await say(listener, id);
    const { id: reply } = await answer(other, comment);
    expect((await musician.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    expect((await listener.client.delete(`/api/comments/${reply}`)).status).toBe(404);
    expect((await other.client.delete(`/api/comments/${reply}`)).body).toEqual({ id: reply, deleted: true });
    expect((await listener.client.delete(`/api/comments/${comment}`)).body).toEqual({ id: comment, deleted: true });
    expect((await listener.client.delete(`/api/comments/${comment}`)).status).toBe(404);
    expect((await musician.client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
    expect([(await list(id)).total, await countOf(id)]).toEqual([0, 0]);
  });

  it('are limited to five a minute per account, including replies', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    const account = await limited.signUp();
    const media = await insertMedia(limited.app.db, { musicianId: account.me.id });
    const { id } = await say(account, media);
    for (let index = 0; index < 4; index += 1) await answer(account, id);
    const sixth = await account.client.post(`/api/comments/${media}`, { comment: 'x' });
    const reply = await account.client.post(`/api/comments/reply/${id}`, { comment: 'x' });
    await limited.close();
    expect([sixth.status, sixth.body.message]).toEqual([
      429,
      'You have posted five comments in the last minute. Please wait a moment.',
    ]);
    expect(reply.status).toBe(429);
  });

  it('are kept when their author’s account is deleted, under the name Deleted User', async () => {
    const id = await song();
    const leaving = await server.signUp({ firstName: 'Lea' });
    const { id: comment } = await say(leaving, id, 'I was here.');
    await answer(leaving, comment, 'And here.');
    const deleted = await leaving.client.post('/auth/delete/', {
      email: leaving.me.email,
      password: 'a long password',
    });
    expect(deleted.status).toBe(200);
    const user = {
      id: leaving.me.id,
      username: null,
      displayName: 'Deleted User',
      isMasterChef: false,
      profileImg: null,
      deleted: true,
    };
    expect((await list(id)).comments).toMatchObject([
      { body: 'I was here.', user, replies: [{ body: 'And here.', user }] },
    ]);
    expect(await countOf(id)).toBe(2);
  });

  it('are deleted with their song, and have a correct count after concurrent changes', async () => {
    const id = await song();
    const threads = await Promise.all([1, 2, 3, 4].map((n) => say(listener, id, `Thread ${n}`)));
    await Promise.all(
      [
        ...threads.map(({ id: thread }) => answer(other, thread)),
        listener.client.delete(`/api/comments/${threads[0].id}`),
        ...threads.map(({ id: thread }) => musician.client.post(`/api/comments/reply/${thread}`, { comment: 'Hm.' })),
        other.client.post(`/api/comments/${id}`, { comment: 'One more.' }),
      ].map((one) => one.catch(() => undefined)),
    );
    const { db } = server.app;
    const [row] = await db`select count(*)::int as n from comments where media_id = ${id}`;
    expect(await countOf(id)).toBe(row?.['n']);
    expect(await repairCounters(db)).toEqual([]);
    await db`update media set comment_count = 99 where id = ${id}`;
    expect(await repairCounters(db)).toEqual([{ counter: 'media.comment_count', id, counted: row?.['n'], kept: 99 }]);
    expect((await musician.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect(await db`select 1 from comments where media_id = ${id}`).toEqual([]);
  });

  it('can’t be replies to replies, or to a comment under another song', async () => {
    const [id, elsewhere] = [await song(), await song()];
    const { id: comment } = await say(listener, id);
    const { id: reply } = await answer(other, comment);
    const insert = (mediaId: string, parentId: string) => server.app.db`
      insert into comments (id, media_id, author_id, parent_id, body)
      values (${newId()}, ${mediaId}, ${listener.me.id}, ${parentId}, 'x')`;
    await expect(insert(id, reply)).rejects.toThrow('comments_parent');
    await expect(insert(elsewhere, comment)).rejects.toThrow('comments_parent');
  });
});
