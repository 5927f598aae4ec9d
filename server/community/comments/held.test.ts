import type { AddressInfo } from 'node:net';
import type { ServerEvent } from '@scoville/contract/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStream } from '../../testkit/event-stream.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('held comments', () => {
  let server: TestServer;
  let owner: Account;
  let author: Account;
  let other: Account;
  let media: string;
  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp({ firstName: 'Olga' });
    author = await server.signUp({ firstName: 'Ada' });
    other = await server.signUp();
    media = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'Quiet' });
  });
  afterAll(() => server.close());

  /** Starts the server on first use, and returns its address. */
  const listen = async () => {
    if (!server.http.server.listening) await server.http.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
  };
  const rule = (holdAll: boolean, words: string[] = []) => owner.client.put('/api/comment-rules', { holdAll, words });
  const say = async ({ client }: Account, comment: string) =>
    (await client.post(`/api/comments/${media}`, { comment })).body;
  const held = async ({ client }: Account) => (await client.get(`/api/held-comments/${media}`)).body.held;
  const shown = async (account: Account | null) => {
    const client = account?.client ?? server.visitor();
    const { comments } = (await client.get(`/api/comments/${media}`)).body;
    return comments.map(({ body }: { body: string }) => body);
  };

  it('are chosen by the owner: all comments, those with certain words, or none', async () => {
    expect((await owner.client.get('/api/comment-rules')).body).toEqual({ holdAll: false, words: [] });
    expect((await say(author, 'At once.')).held).toBeUndefined();
    expect((await rule(false, [' Followers ', 'cheap beats'])).body).toEqual({
      holdAll: false,
      words: ['Followers', 'cheap beats'],
    });
    expect((await say(author, 'Cheap, beats!')).held).toBe(true);
    expect((await say(author, 'Fine.')).held).toBeUndefined();
    // The owner's own comments are never held.
    expect((await say(owner, 'My followers.')).held).toBeUndefined();
    const many = await rule(
      false,
      Array.from({ length: 101 }, (_, at) => `word ${at}`),
    );
    expect([many.status, many.body.errors[0].field]).toEqual([400, 'words']);
    await rule(false);
    await server.app.db`delete from held_comments`;
  });

  it('are visible to their author and the owner only, and not counted', async () => {
    await rule(true);
    const before = (await server.visitor().get(`/api/media/${media}`)).body.commentCount;
    const said = await say(author, 'Only for Olga.');
    expect(said).toMatchObject({ body: 'Only for Olga.', held: true, can: { reply: false, delete: false } });
    for (const one of [null, author, owner, other]) expect(await shown(one)).not.toContain('Only for Olga.');
    expect(await held(author)).toMatchObject([{ id: said.id, body: 'Only for Olga.', canApprove: false }]);
    expect(await held(owner)).toMatchObject([{ id: said.id, user: { id: author.me.id }, canApprove: true }]);
    expect(await held(other)).toEqual([]);
    expect((await server.visitor().get(`/api/held-comments/${media}`)).status).toBe(401);
    expect((await server.visitor().get(`/api/media/${media}`)).body.commentCount).toBe(before);
    expect((await other.client.delete(`/api/held-comments/${said.id}`)).status).toBe(404);
    expect((await author.client.post(`/api/held-comments/${said.id}/approve`)).status).toBe(403);
    const [mail] = await server.app.db<{ text: string }[]>`
      select text from outbox where "to" = ${owner.me.email} and kind = 'comment' order by created_at desc limit 1`;
    expect(mail).toBeDefined();

    expect((await owner.client.post(`/api/held-comments/${said.id}/approve`)).body).toEqual({
      id: said.id,
      approved: true,
    });
    expect((await owner.client.post(`/api/held-comments/${said.id}/approve`)).status).toBe(404);
    for (const one of [null, author, other]) expect(await shown(one)).toContain('Only for Olga.');
    expect(await held(owner)).toEqual([]);
    expect((await server.visitor().get(`/api/media/${media}`)).body.commentCount).toBe(before + 1);
  });

  it('are listed oldest first, up to a hundred, with their total', async () => {
    const { db } = server.app;
    await db`
      insert into held_comments (id, media_id, author_id, body, created_at)
      select gen_random_uuid(), ${media}, ${author.me.id}, 'Waits ' || n, now() + n * interval '1 ms'
      from generate_series(1, 120) n`;
    const { held: some, total } = (await owner.client.get(`/api/held-comments/${media}`)).body;
    expect([some.length, some[0].body, some[99].body, total]).toEqual([100, 'Waits 1', 'Waits 100', 120]);
    await db`delete from held_comments`;
    expect((await owner.client.get(`/api/held-comments/${media}`)).body).toEqual({ held: [], total: 0 });
  });

  it('are sent live to the owner and the author only, and removed there once they are decided', async () => {
    await rule(true);
    const origin = await listen();
    const hears = async ({ client }: Account) => readStream(origin, client.cookies);
    const [own, theirs, others] = [await hears(owner), await hears(author), await hears(other)];
    const ofComments = ({ name }: ServerEvent) => name === 'comments';
    const event = { name: 'comments', data: { mediaIds: [media] } };
    const said = await say(author, 'Olga, first.');
    for (const reader of [own, theirs]) expect(await reader.next(ofComments)).toEqual(event);
    await owner.client.delete(`/api/held-comments/${said.id}`);
    for (const reader of [own, theirs]) expect(await reader.next(ofComments)).toEqual(event);
    // Other users get events for public comments only.
    const second = await insertMedia(server.app.db, { musicianId: author.me.id });
    await author.client.post(`/api/comments/${second}`, { comment: 'Elsewhere.' });
    expect(await others.next()).toEqual({ name: 'comments', data: { mediaIds: [second] } });
    for (const reader of [own, theirs, others]) {
      reader.leave();
      await reader.over;
    }
  });

  it('are sent live to others once approved, and not before', async () => {
    await rule(true);
    const origin = await listen();
    const reader = await readStream(origin, other.client.cookies);
    const said = await say(author, 'Soon.');
    const second = await insertMedia(server.app.db, { musicianId: author.me.id });
    await author.client.post(`/api/comments/${second}`, { comment: 'Elsewhere.' });
    expect(await reader.next()).toEqual({ name: 'comments', data: { mediaIds: [second] } });
    await owner.client.post(`/api/held-comments/${said.id}/approve`);
    expect(await reader.next()).toEqual({ name: 'comments', data: { mediaIds: [media] } });
    reader.leave();
  });

  it('once approved, notify the author being answered, but not the owner a second time', async () => {
    await rule(false);
    const thread = (await say(owner, 'What do you think?')).id;
    const first = await author.client.post(`/api/comments/reply/${thread}`, { comment: 'A lot.' });
    await rule(true);
    /** Texts of an account's notifications since the last call. */
    const told = async ({ client }: Account) => {
      const { notifications } = (await client.get('/api/notifications')).body;
      await client.post('/api/notifications/read', {});
      return notifications.filter((one: { isRead: boolean }) => !one.isRead).map(({ text }: { text: string }) => text);
    };
    for (const one of [owner, author]) await told(one);
    for (const id of [first.body.id, thread]) {
      const reply = await other.client.post(`/api/comments/reply/${id}`, { comment: 'So do I.' });
      expect((await owner.client.post(`/api/held-comments/${reply.body.id}/approve`)).status).toBe(200);
    }
    const waits = expect.stringContaining('waits for your approval');
    expect(await told(owner)).toEqual([waits, waits]);
    expect(await told(author)).toEqual([expect.stringContaining('replied to your comment')]);
  });

  it('are removed by their author or the owner, or with the comment that they answer', async () => {
    await rule(false);
    const thread = (await say(author, 'A thread.')).id;
    await rule(true);
    const reply = await other.client.post(`/api/comments/reply/${thread}`, { comment: 'A reply.' });
    expect(reply.body.held).toBe(true);
    expect((await held(owner)).map(({ isReply }: { isReply: boolean }) => isReply)).toEqual([true]);
    const own = await say(other, 'Never mind.');
    expect((await other.client.delete(`/api/held-comments/${own.id}`)).body).toEqual({ id: own.id, deleted: true });
    await owner.client.post(`/api/held-comments/${reply.body.id}/approve`);
    const { replies } = (await server.visitor().get(`/api/comments/reply/${thread}`)).body;
    expect(replies.map(({ body }: { body: string }) => body)).toEqual(['A reply.']);
    const [mail] = await server.app.db`select 1 from outbox where "to" = ${author.me.email} and kind = 'reply'`;
    expect(mail).toBeDefined();
    await other.client.post(`/api/comments/reply/${thread}`, { comment: 'Too late.' });
    await author.client.delete(`/api/comments/${thread}`);
    expect(await held(owner)).toEqual([]);
  });

  it('can be deleted by their author, but not by other listeners, while the song is hidden', async () => {
    await rule(true);
    const said = await say(author, 'I should not have said that.');
    expect((await owner.client.put(`/api/media/${media}`, { published: false })).status).toBe(200);
    expect((await other.client.delete(`/api/held-comments/${said.id}`)).status).toBe(404);
    expect((await author.client.post(`/api/held-comments/${said.id}/approve`)).status).toBe(403);
    expect((await author.client.delete(`/api/held-comments/${said.id}`)).body).toEqual({ id: said.id, deleted: true });
    expect(await held(owner)).toEqual([]);
    expect((await owner.client.put(`/api/media/${media}`, { published: true })).status).toBe(200);
  });
});
