import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { announceToAll } from '../../testkit/followers.ts';
import { readStream } from '../../testkit/event-stream.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { recordNotification } from './record-notification.ts';

let server: TestServer;
let admin: Account;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const signUp = (firstName: string) => server.signUp({ firstName });
const inbox = async ({ client }: Account, query = '') => (await client.get(`/api/notifications${query}`)).body;
const unread = async ({ client }: Account): Promise<number> =>
  (await client.get('/api/notifications/unread')).body.count;
const texts = async (who: Account): Promise<string[]> =>
  (await inbox(who)).notifications.map(({ text }: { text: string }) => text);
const comment = async ({ client }: Account, mediaId: string, words: string): Promise<string> => {
  const { status, body } = await client.post(`/api/comments/${mediaId}`, { comment: words });
  expect(status).toBe(200);
  return body.id;
};
const follow = (who: Account, whom: Account) =>
  who.client.post(`/api/media/subscribe/${whom.me.id}`, { type: 'published' });
const announce = (mediaId: string) => announceToAll(server.app, mediaId, new AbortController().signal);
const record = (userId: string, occasion: string) =>
  transaction(server.app.db, (tx) =>
    recordNotification(tx, { userId, kind: 'receipt', occasion, entry: { words: `It was ${occasion}` } }),
  );

describe('the notifications of an account', () => {
  it('isolate right-to-left names in left-to-right sentences', async () => {
    const [owner, fan] = [await signUp('Ona'), await signUp('נועה')];
    const mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'קומקום 3' });
    await comment(fan, mediaId, 'שלום');
    expect(await texts(owner)).toEqual(['\u2068נועה Tester\u2069 commented on \u2068קומקום 3\u2069']);
  });

  it('are written for comments, replies and followers, once each, with the actor and the path', async () => {
    const [owner, fan] = [await signUp('Ona'), await signUp('Fay')];
    const mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'Kettle {actor}' });
    expect(await inbox(owner)).toMatchObject({ notifications: [], total: 0 });
    expect(await unread(owner)).toBe(0);

    const said = await comment(fan, mediaId, `Well sung. ${'La '.repeat(100)}`);
    await comment(fan, mediaId, 'Again.');
    await comment(owner, mediaId, 'To myself.');
    const { notifications, total } = await inbox(owner);
    // The second comment within an hour causes no mail, but a notification.
    expect(total).toBe(2);
    expect(notifications[1]).toEqual({
      id: expect.any(String),
      kind: 'comment',
      text: 'Fay Tester commented on Kettle {actor}',
      excerpt: expect.stringMatching(/^Well sung\. La/),
      path: `/${owner.me.id}/${mediaId}`,
      actor: expect.objectContaining({ id: fan.me.id }),
      media: expect.objectContaining({ id: mediaId }),
      createdAt: expect.stringMatching(/^\d{4}-/),
      isRead: false,
    });
    expect(notifications[1].excerpt).toHaveLength(160);

    expect((await owner.client.post(`/api/comments/reply/${said}`, { comment: 'Thanks.' })).status).toBe(200);
    expect(await texts(fan)).toEqual(['Ona Tester replied to your comment on Kettle {actor}']);
    await follow(fan, owner);
    const { subscription } = (await fan.client.get(`/api/media/subscribe/${owner.me.id}`)).body;
    await fan.client.delete(`/api/media/unsubscribe/${subscription.id}`);
    await follow(fan, owner);
    expect(await texts(owner)).toEqual([
      'Fay Tester subscribed to you',
      'Fay Tester commented on Kettle {actor}',
      'Fay Tester commented on Kettle {actor}',
    ]);
    expect((await inbox(owner)).notifications[0].path).toBe(`/${fan.me.id}`);

    // Excerpts of deleted comments are not shown.
    await fan.client.delete(`/api/comments/${said}`);
    expect(await texts(owner)).toEqual(['Fay Tester subscribed to you', 'Fay Tester commented on Kettle {actor}']);
    expect(await texts(fan)).toEqual([]);
  });

  it('are written once for new items of followed musicians, with current names, without items hidden since', async () => {
    const [star, fan] = [await signUp('Stella'), await signUp('Fay')];
    await follow(fan, star);
    const mediaId = await insertMedia(server.app.db, { musicianId: star.me.id, title: 'First' });
    await announce(mediaId);
    await announce(mediaId);
    expect(await texts(fan)).toEqual(['Stella Tester published First']);
    await server.app.db`update media set title = 'Renamed' where id = ${mediaId}`;
    expect(await texts(fan)).toEqual(['Stella Tester published Renamed']);
    await star.client.put(`/api/media/${mediaId}`, { published: false });
    expect((await inbox(fan)).notifications).toMatchObject([
      { text: 'Stella Tester published something that is not public any more', path: null, media: null },
    ]);
    await server.app.db`delete from media where id = ${mediaId}`;
    expect(await texts(fan)).toEqual([]);
  });

  it('come with mails whose subjects isolate right-to-left names, as the notifications do', async () => {
    const [owner, fan] = [await signUp('דנה'), await signUp('שרה 9')];
    const mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'שיר 3!', allowCuration: true });
    await admin.client.put(`/api/media/${mediaId}`, {
      curationStats: { storytelling: 95, execution: 95, thumbnailArt: 95 },
    });
    await admin.client.put(`/api/media/${mediaId}`, { pinnedFavorite: true });
    await follow(fan, owner);
    const mails = await server.app.db<{ subject: string }[]>`
      select subject from outbox where "to" = ${owner.me.email} order by created_at, id`;
    const subjects = [
      '\u2068שיר 3!\u2069 was approved',
      '\u2068שיר 3!\u2069 is in the spotlight',
      '\u2068שרה 9 Tester\u2069 subscribed to you',
    ];
    expect(mails.map(({ subject }) => subject)).toEqual(subjects);
    expect((await texts(owner)).toReversed()).toEqual([subjects[0], `${subjects[1]} at the top of Home`, subjects[2]]);
  });

  it('are written for verdicts, the spotlight and message requests, once until they are read', async () => {
    const [owner, stranger] = [await signUp('Ona'), await signUp('Sam')];
    const mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'Kettle', allowCuration: true });
    const scores = { storytelling: 95, execution: 95, thumbnailArt: 95 };
    await admin.client.put(`/api/media/${mediaId}`, { curationStats: scores });
    await admin.client.put(`/api/media/${mediaId}`, { pinnedFavorite: true });
    const write = (text: string) =>
      stranger.client.post('/api/messages', { convo: { users: [owner.me.id] }, message: { text } });
    const { id } = (await write('Hello')).body.convo;
    await write('Are you there?');
    const { notifications } = await inbox(owner);
    expect(notifications.map(({ text, path }: { text: string; path: string }) => [text, path])).toEqual([
      ['Sam Tester sent you a message request', `/messages?convo=${id}`],
      ['Kettle is in the spotlight at the top of Home', '/'],
      ['Kettle was approved', `/${owner.me.id}/${mediaId}`],
    ]);
    expect(await unread(owner)).toBe(3);
    await owner.client.put(`/api/convos/${id}`, { action: 'read' });
    expect(await unread(owner)).toBe(2);
  });

  it('exclude kinds that are turned off, and actions of blocked accounts', async () => {
    const [owner, fan, pest] = [await signUp('Ona'), await signUp('Fay'), await signUp('Pest')];
    const mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id });
    await owner.client.put(`/api/users/${owner.me.id}`, { emailSettings: { comments: false } });
    await comment(fan, mediaId, 'Unheard.');
    await owner.client.post(`/api/blocks/${pest.me.id}`, {});
    await follow(pest, owner);
    await follow(fan, owner);
    expect(await texts(owner)).toEqual(['Fay Tester subscribed to you']);
    // Notifications about the account itself are written regardless of the settings.
    await owner.client.put(`/api/users/${owner.me.id}`, { emailSettings: { none: true } });
    await record(owner.me.id, 'paid');
    expect(await texts(owner)).toEqual(['It was paid', 'Fay Tester subscribed to you']);
  });

  it('are written only if their transaction commits, and deleted with the account', async () => {
    const [owner, fan] = [await signUp('Ona'), await signUp('Fay')];
    const failed = transaction(server.app.db, async (tx) => {
      await recordNotification(tx, { userId: owner.me.id, kind: 'receipt', occasion: 'x', entry: { words: 'No' } });
      throw new Error('Something else failed.');
    });
    await expect(failed).rejects.toThrow('Something else failed.');
    expect((await inbox(owner)).total).toBe(0);
    await follow(fan, owner);
    expect((await admin.client.delete(`/api/users/${fan.me.id}`)).status).toBe(200);
    expect((await inbox(owner)).notifications).toMatchObject([{ text: 'Deleted User subscribed to you', path: null }]);
    await admin.client.delete(`/api/users/${owner.me.id}`);
    expect(await server.app.db`select 1 from notifications where user_id = ${owner.me.id}`).toHaveLength(0);
  });
});

describe('the read state', () => {
  it('is set one by one, or for all seen notifications, only by their owner', async () => {
    const [owner, other] = [await signUp('Ona'), await signUp('Oli')];
    for (const occasion of ['one', 'two', 'three']) await record(owner.me.id, occasion);
    await record(owner.me.id, 'three');
    const [third, second, first] = (await inbox(owner)).notifications;
    expect([third.text, second.text, first.text]).toEqual(['It was three', 'It was two', 'It was one']);
    const mark = ({ client }: Account, id: string, isRead: boolean) =>
      client.put(`/api/notifications/${id}`, { isRead });
    expect((await mark(other, first.id, true)).status).toBe(404);
    expect((await mark(owner, newId(), true)).status).toBe(404);
    expect((await mark(owner, third.id, true)).body).toEqual({ id: third.id, isRead: true });
    expect(await unread(owner)).toBe(2);
    await mark(owner, third.id, false);
    expect(await unread(owner)).toBe(3);
    const readAll = (body: object, who = owner) => who.client.post('/api/notifications/read', body);
    expect((await readAll({}, other)).body).toEqual({ count: 0 });
    // A notification that arrives in the meantime stays unread.
    expect((await readAll({ upTo: second.id })).body).toEqual({ count: 2 });
    expect((await inbox(owner)).notifications.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
      false,
      true,
      true,
    ]);
    expect((await readAll({ upTo: second.id }, other)).body).toEqual({ count: 0 });
    expect((await readAll({})).body).toEqual({ count: 1 });
    expect(await unread(owner)).toBe(0);
  });

  it('can be set up to a notification that was deleted', async () => {
    const owner = await signUp('Ona');
    for (const occasion of ['one', 'two', 'three', 'four']) await record(owner.me.id, occasion);
    const [, third] = (await inbox(owner)).notifications;
    await server.app.db`delete from notifications where id = ${third.id}`;
    expect((await owner.client.post('/api/notifications/read', { upTo: third.id })).body).toEqual({ count: 2 });
    expect((await inbox(owner)).notifications).toMatchObject([
      { text: 'It was four', isRead: false },
      { text: 'It was two', isRead: true },
      { text: 'It was one', isRead: true },
    ]);
  });

  it('counts at most a hundred unread notifications', async () => {
    const owner = await signUp('Ona');
    await server.app.db`
      insert into notifications (id, user_id, kind, occasion, words)
      select gen_random_uuid(), ${owner.me.id}, 'comment', n, 'Well.' from generate_series(1, 130) n`;
    expect(await unread(owner)).toBe(100);
  });

  it('is sent live, only to its own account', async () => {
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
    const [owner, other] = [await signUp('Ona'), await signUp('Oli')];
    const [own, theirs] = [
      await readStream(origin, owner.client.cookies),
      await readStream(origin, other.client.cookies),
    ];
    await record(owner.me.id, 'one');
    expect(await own.next()).toEqual({ name: 'notifications', data: { unread: 1 } });
    await owner.client.post('/api/notifications/read', {});
    expect(await own.next()).toEqual({ name: 'notifications', data: { unread: 0 } });
    await record(other.me.id, 'one');
    // The other account's first event is about its own notifications.
    expect(await theirs.next()).toEqual({ name: 'notifications', data: { unread: 1 } });
    expect(theirs.text().match(/event: notifications/g)).toHaveLength(1);
    for (const reader of [own, theirs]) {
      reader.leave();
      await reader.over;
    }
  });
});
