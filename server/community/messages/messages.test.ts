import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Convo } from '@scoville/contract/community/messages/messages.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { deleteMessage } from './messages.queries.ts';

let server: TestServer;
let one: Account;
let other: Account;
beforeAll(async () => {
  server = await startTestServer();
  one = await server.signUp({ firstName: 'Ada' });
  other = await server.signUp({ firstName: 'Bo' });
});
afterAll(() => server.close());

const write = (from: Account, to: Account[], text?: string, more: object = {}) =>
  from.client.post('/api/messages', {
    convo: { users: to.map(({ me }) => me.id) },
    message: { ...(text !== undefined && { text }), ...more },
  });
const answer = (from: Account, id: string, text: string) =>
  from.client.post('/api/messages', { convo: { id }, message: { text } });
const convosOf = async ({ client }: Account, query = '') => (await client.get(`/api/convos${query}`)).body;
const unread = async ({ client }: Account): Promise<number> => (await client.get('/api/convos/unread')).body.count;
const people = (firstNames: string[]) => Promise.all(firstNames.map((firstName) => server.signUp({ firstName })));

describe('writing a message', () => {
  it('MS-07 MS-08 MS-14 API-29 API-33 creates the conversation of both, unread for the receiver only', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    expect(await convosOf(ann)).toMatchObject({ convos: [], total: 0 });
    const { status, body } = await write(ann, [ben], 'Hello Ben');
    expect(status).toBe(200);
    expect(body.message).toEqual({
      id: expect.any(String),
      from: ann.me.id,
      text: 'Hello Ben',
      sharesMedia: false,
      media: null,
      zone: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(body.convo).toMatchObject({ hasRead: true, archivedUsers: [], isRequest: false, latest: body.message });
    expect(body.convo.users.map(({ id }: { id: string }) => id).toSorted()).toEqual([ann.me.id, ben.me.id].toSorted());
    expect([await unread(ann), await unread(ben)]).toEqual([0, 1]);
    expect((await convosOf(ben)).convos).toMatchObject([{ id: body.convo.id, hasRead: false }]);
    // Messages from either side belong to the same conversation.
    const back = await write(ben, [ann], 'Hello Ann');
    expect(back.body.convo.id).toBe(body.convo.id);
    expect((await convosOf(ann)).total).toBe(1);
    expect([await unread(ann), await unread(ben)]).toEqual([1, 0]);
  });

  it('creates one conversation even if both write at once', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? write(ann, [ben], `a${n}`) : write(ben, [ann], `b${n}`))),
    );
    expect(new Set(sent.map(({ body }) => body.convo.id)).size).toBe(1);
    const { messages } = (await ann.client.get(`/api/messages/${sent[0]?.body.convo.id}`)).body;
    const times = messages.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...new Set(times)].toSorted());
    expect(messages.length).toBe(10);
  });

  it('MS-12 rejects missing or unknown receivers, and missing or too long text', async () => {
    expect(await write(one, [], 'Hello')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'convo.users', message: 'Please select a user' }] },
    });
    for (const text of [undefined, '', '   \n '])
      expect(await write(one, [other], text)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'message.text', message: 'Write something first.' }] },
      });
    expect((await write(one, [one], 'To myself')).status).toBe(400);
    expect((await write(one, [other], 'x'.repeat(4001))).status).toBe(400);
    const nobody = await one.client.post('/api/messages', { convo: { users: [newId()] }, message: { text: 'x' } });
    expect(nobody.status).toBe(404);
    expect((await answer(one, newId(), 'x')).status).toBe(404);
    expect((await convosOf(one)).total).toBe(0);
  });

  it('PM-04 SH-14 MS-24 requires an account, and hides a conversation from all but its members', async () => {
    const [ann, ben, eve] = (await people(['Ann', 'Ben', 'Eve'])) as [Account, Account, Account];
    const { id } = (await write(ann, [ben], 'Between us')).body.convo;
    const visitor = server.visitor();
    expect((await visitor.post('/api/messages', { convo: { id }, message: { text: 'x' } })).status).toBe(401);
    expect((await visitor.get(`/api/messages/${id}`)).status).toBe(401);
    expect((await eve.client.get(`/api/messages/${id}`)).status).toBe(404);
    expect((await eve.client.get(`/api/convos/${id}`)).status).toBe(404);
    expect((await eve.client.put(`/api/convos/${id}`, { action: 'read' })).status).toBe(404);
    expect((await answer(eve, id, 'x')).status).toBe(404);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.get(`/api/messages/${id}`)).status).toBe(404);
    expect(await convosOf(eve)).toMatchObject({ convos: [], total: 0 });
  });
});

describe('a conversation', () => {
  it('has a retried message once after its response failed, and a message with another text as well', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const send = async (text: string) => {
      const payload = { convo: { users: [ben.me.id] }, message: { text } };
      const headers = { 'idempotency-key': 'one press' };
      const { status, body } = await ann.client.send({ method: 'POST', url: '/api/messages', payload, headers });
      // A response that fails releases its idempotency key.
      await server.app.db`delete from idempotency_keys where user_id = ${ann.me.id}`;
      return [status, body.message.id];
    };
    const first = await send('Once');
    expect(await send('Once')).toEqual(first);
    expect(await send('Twice')).not.toEqual(first);
    const [{ id }] = (await convosOf(ben)).convos;
    const { messages } = (await ben.client.get(`/api/messages/${id}`)).body;
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Once', 'Twice']);
  });

  it('MS-09 MS-10 API-31 is read, unread and archived per member, and returns with a new message', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const { id } = (await write(ann, [ben], 'Hello')).body.convo;
    const act = (who: Account, action: string) => who.client.put(`/api/convos/${id}`, { action });
    expect((await act(ben, 'read')).body).toMatchObject({ id, hasRead: true });
    expect(await unread(ben)).toBe(0);
    expect((await act(ben, 'unread')).body).toMatchObject({ hasRead: false });
    expect(await unread(ben)).toBe(1);
    await act(ben, 'archive');
    expect((await convosOf(ben)).total).toBe(0);
    expect((await convosOf(ben, '?archived=true')).convos).toMatchObject([{ id, archivedUsers: [ben.me.id] }]);
    expect(await unread(ben)).toBe(0);
    expect((await convosOf(ann)).total).toBe(1);
    await answer(ann, id, 'Still there?');
    expect((await convosOf(ben)).convos).toMatchObject([{ id, archivedUsers: [], hasRead: false }]);
    expect((await act(ben, 'burn')).status).toBe(400);
  });

  it('MS-15 API-32 lists thirty messages, and the thirty before a given time, oldest first', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const { id } = (await write(ann, [ben], 'Message 1')).body.convo;
    for (let n = 2; n <= 65; n += 1) await answer(n % 2 ? ann : ben, id, `Message ${n}`);
    const seen: string[] = [];
    const sizes: number[] = [];
    let before = '';
    for (;;) {
      const { messages, hasMore } = (await ann.client.get(`/api/messages/${id}${before}`)).body;
      sizes.push(messages.length);
      seen.unshift(...messages.map(({ text }: { text: string }) => text));
      before = `?minDate=${messages[0].createdAt}`;
      if (!hasMore) break;
    }
    expect(sizes).toEqual([30, 30, 5]);
    expect(seen).toEqual(Array.from({ length: 65 }, (_, n) => `Message ${n + 1}`));
    for (const date of ['yesterday', '0000-01-01T00:00:00Z', '2026-11-22T12:00:00+23:59']) {
      const refused = await ann.client.get(`/api/messages/${id}?minDate=${encodeURIComponent(date)}`);
      expect([refused.status, refused.body.message]).toEqual([400, 'A date is written as 2026-11-22T12:00:00.000Z.']);
    }
    for (const date of ['0001-01-01T00:00:00+15:59', '9999-12-31T23:59:59-15:59'])
      expect((await ann.client.get(`/api/messages/${id}?minDate=${encodeURIComponent(date)}`)).status).toBe(200);
  });

  it('MS-22 API-30 MS-02 is found by the names of the other members', async () => {
    const [ann, ben, cleo] = (await people(['Ann', 'Benedict', 'Cleopatra'])) as [Account, Account, Account];
    await write(ann, [ben], 'One');
    await write(ann, [cleo], 'Two');
    await write(ann, [ben, cleo], 'Three');
    expect((await convosOf(ann)).total).toBe(3);
    expect((await convosOf(ann)).convos.map((convo: { latest: { text: string } }) => convo.latest.text)).toEqual([
      'Three',
      'Two',
      'One',
    ]);
    expect(await convosOf(ann, '?q=bened')).toMatchObject({ total: 2 });
    expect(await convosOf(ann, '?q=ann')).toMatchObject({ total: 0, convos: [] });
    expect(await convosOf(ann, '?q=%25')).toMatchObject({ total: 0 });
  });

  it('shares a song or a profile as its receiver may see it, with or without text', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const media = await insertMedia(server.app.db, { musicianId: ann.me.id, title: 'Kettle' });
    const hidden = await insertMedia(server.app.db, { musicianId: ann.me.id, published: false });
    const { convo, message } = (await write(ann, [ben], undefined, { media })).body;
    expect(message).toMatchObject({ text: '', sharesMedia: true, media: { id: media, title: 'Kettle' } });
    await write(ann, [ben], 'Look', { zone: ann.me.id });
    await write(ann, [ben], 'Not out yet', { media: hidden });
    const of = async (who: Account) => (await who.client.get(`/api/messages/${convo.id}`)).body.messages;
    expect(await of(ben)).toMatchObject([
      { text: '', sharesMedia: true, media: { title: 'Kettle' } },
      { text: 'Look', zone: { id: ann.me.id }, media: null },
      { text: 'Not out yet', sharesMedia: true, media: null },
    ]);
    expect((await of(ann))[2]).toMatchObject({ media: { id: hidden } });
    await ann.client.delete(`/api/media/${media}`);
    expect((await of(ben))[0]).toMatchObject({ text: '', sharesMedia: true, media: null });
    expect((await write(ben, [ann], 'x', { media: hidden })).status).toBe(404);
    expect((await write(ben, [ann], 'x', { zone: newId() })).status).toBe(404);
  });

  it('shares a profile with its location, and whether it has public songs or videos', async () => {
    const [ann, ben, cara] = (await people(['Ann', 'Ben', 'Cara'])) as [Account, Account, Account];
    await cara.client.put(`/api/users/${cara.me.id}`, { address: { city: 'Austin', state: 'TX' } });
    const { convo } = (await write(ann, [ben], 'Look', { zone: cara.me.id })).body;
    const shared = async () => (await ben.client.get(`/api/messages/${convo.id}`)).body.messages[0].zone;
    const who = { id: cara.me.id, username: null, isMasterChef: false, profileImg: null };
    expect(await shared()).toMatchObject({ ...who, address: { city: 'Austin', state: 'TX' }, hasMedia: false });
    await insertMedia(server.app.db, { musicianId: cara.me.id, published: false });
    expect(await shared()).toMatchObject({ hasMedia: false });
    await insertMedia(server.app.db, { musicianId: cara.me.id });
    expect(await shared()).toMatchObject({ hasMedia: true });
    expect((await convosOf(ben)).convos).toMatchObject([{ latest: { zone: { id: cara.me.id, hasMedia: true } } }]);
    await server.app.db`update users set deleted_at = now() where id = ${cara.me.id}`;
    expect(await shared()).toBe(null);
  });

  it('EN-09 has its members, whether they read and archived it, its latest message and its times', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const { convo, message } = (await write(ann, [ben], 'First')).body;
    const [shown] = (await convosOf(ben)).convos;
    expect(shown).toEqual({
      id: convo.id,
      users: [
        expect.objectContaining({ id: ann.me.id, deleted: false, blocked: false }),
        expect.objectContaining({ id: ben.me.id, deleted: false, blocked: false }),
      ],
      hasRead: false,
      archivedUsers: [],
      isRequest: true,
      latest: message,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updatedAt: message.createdAt,
    });
    const next = (await answer(ann, convo.id, 'Second')).body;
    expect(next.message.createdAt > message.createdAt).toBe(true);
    expect((await convosOf(ben)).convos).toEqual([
      { ...shown, latest: next.message, updatedAt: next.message.createdAt },
    ]);
  });

  it('AC-11 keeps the messages of a deleted account, under Deleted User, like its comments', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const song = await insertMedia(server.app.db, { musicianId: ben.me.id });
    expect((await ann.client.post(`/api/comments/${song}`, { comment: 'Lovely' })).status).toBe(200);
    const { id } = (await write(ann, [ben], 'I will be gone')).body.convo;
    const admin = await server.signUp({ role: 'admin' });
    await admin.client.delete(`/api/users/${ann.me.id}`);
    expect((await convosOf(ben)).convos[0].users).toContainEqual(
      expect.objectContaining({ id: ann.me.id, displayName: 'Deleted User', deleted: true, username: null }),
    );
    expect((await ben.client.get(`/api/messages/${id}`)).body.messages).toMatchObject([{ text: 'I will be gone' }]);
    expect((await ben.client.get(`/api/comments/${song}`)).body.comments).toMatchObject([
      { body: 'Lovely', user: { displayName: 'Deleted User' } },
    ]);
    expect((await write(ben, [ann], 'Anybody?')).status).toBe(404);
    const late = await answer(ben, id, 'Anybody?');
    expect([late.status, late.body.message]).toEqual([
      400,
      'Everyone else in this conversation has deleted their account.',
    ]);
  });

  it('continues in a group as long as another member is left', async () => {
    const [ann, ben, cara] = (await people(['Ann', 'Ben', 'Cara'])) as [Account, Account, Account];
    const { id } = (await write(ann, [ben, cara], 'Hello')).body.convo;
    const leave = ({ me }: Account) => server.app.db`update users set deleted_at = now() where id = ${me.id}`;
    await leave(ann);
    expect((await answer(ben, id, 'Anybody?')).status).toBe(200);
    await leave(cara);
    expect((await answer(ben, id, 'Anybody?')).status).toBe(400);
  });
});

describe('a deleted message', () => {
  const removed = (id: string) => transaction(server.app.db, (tx) => deleteMessage(tx, id));
  /** The unread count, and the latest message and read state of each listed conversation. */
  const seen = async (who: Account) => {
    const { convos } = await convosOf(who);
    return [await unread(who), ...convos.map((one: Convo) => [one.latest?.text, one.hasRead])];
  };

  it('MS-09 clears the unread count if the conversation has no other message; the next message is unread', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const { convo, message } = (await write(ann, [ben], 'Rude')).body;
    expect(await seen(ben)).toEqual([1, ['Rude', false]]);
    await removed(message.id);
    expect([await seen(ann), await seen(ben)]).toEqual([[0], [0]]);
    // An empty conversation can't be marked as unread, either.
    await ben.client.put(`/api/convos/${convo.id}`, { action: 'unread' });
    expect(await seen(ben)).toEqual([0]);
    await answer(ann, convo.id, 'Sorry');
    expect(await seen(ben)).toEqual([1, ['Sorry', false]]);
  });

  it('makes the conversation read only for members who already read the earlier messages', async () => {
    const [ann, ben, cleo] = (await people(['Ann', 'Ben', 'Cleo'])) as [Account, Account, Account];
    const { convo } = (await write(ann, [ben, cleo], 'One')).body;
    await ben.client.put(`/api/convos/${convo.id}`, { action: 'read' });
    const two = (await answer(ann, convo.id, 'Two')).body.message;
    const three = (await answer(ann, convo.id, 'Three')).body.message;
    await removed(three.id);
    expect([await seen(ben), await seen(cleo)]).toEqual([
      [1, ['Two', false]],
      [1, ['Two', false]],
    ]);
    await removed(two.id);
    expect([await seen(ben), await seen(cleo)]).toEqual([
      [0, ['One', true]],
      [1, ['One', false]],
    ]);
  });

  it('is not replaced by an earlier message that was hidden from the reader', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    await ben.client.post(`/api/blocks/${ann.me.id}`, {});
    const { convo } = (await write(ann, [ben], 'Hidden')).body;
    await ben.client.delete(`/api/blocks/${ann.me.id}`);
    const { message } = (await answer(ann, convo.id, 'Seen')).body;
    await removed(message.id);
    expect([await seen(ann), await seen(ben)]).toEqual([[0, ['Hidden', true]], [0]]);
  });
});

describe('first contact', () => {
  it('by a user whom the receiver doesn’t follow is a request, until it is accepted or answered', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    const { id } = (await write(ann, [ben], 'You do not know me')).body.convo;
    expect((await convosOf(ben, '?requests=true')).convos).toMatchObject([{ id, isRequest: true }]);
    expect((await convosOf(ben, '?requests=false')).total).toBe(0);
    await answer(ann, id, 'Hello?');
    expect((await convosOf(ben, '?requests=true')).total).toBe(1);
    expect((await ben.client.put(`/api/convos/${id}`, { action: 'accept' })).body).toMatchObject({ isRequest: false });
    await answer(ann, id, 'Thanks');
    expect((await convosOf(ben, '?requests=true')).total).toBe(0);

    const [cleo] = (await people(['Cleo'])) as [Account];
    const asked = (await write(cleo, [ben], 'Me neither')).body.convo;
    await answer(ben, asked.id, 'Welcome');
    await answer(cleo, asked.id, 'Good');
    expect((await convosOf(ben, '?requests=true')).total).toBe(0);
  });

  it('by a user whom the receiver follows is no request', async () => {
    const [ann, ben] = (await people(['Ann', 'Ben'])) as [Account, Account];
    await ben.client.post(`/api/media/subscribe/${ann.me.id}`, { type: 'published' });
    await write(ann, [ben], 'For those who follow me');
    expect((await convosOf(ben)).convos).toMatchObject([{ isRequest: false }]);
  });

  it('by a blocked user is never delivered, and the sender sees no difference', async () => {
    const [ann, ben, cleo] = (await people(['Ann', 'Ben', 'Cleo'])) as [Account, Account, Account];
    const before = (await write(ann, [ben], 'Before')).body;
    await ben.client.put(`/api/convos/${before.convo.id}`, { action: 'read' });
    expect((await ben.client.post(`/api/blocks/${ann.me.id}`, {})).body).toEqual({ id: ann.me.id, blocked: true });
    const after = await write(ann, [ben], 'After');
    expect(after).toMatchObject({ status: 200, body: { convo: { id: before.convo.id, latest: { text: 'After' } } } });
    expect(await unread(ben)).toBe(0);
    expect((await convosOf(ben)).convos).toMatchObject([
      {
        latest: { text: 'Before' },
        hasRead: true,
        users: expect.arrayContaining([
          expect.objectContaining({ id: ann.me.id, blocked: true }),
          expect.objectContaining({ id: ben.me.id, blocked: false }),
        ]),
      },
    ]);
    expect((await convosOf(ann)).convos[0].users.map((one: { blocked: boolean }) => one.blocked)).toEqual([
      false,
      false,
    ]);
    const texts = async (who: Account, id: string) =>
      (await who.client.get(`/api/messages/${id}`)).body.messages.map(({ text }: { text: string }) => text);
    expect(await texts(ben, before.convo.id)).toEqual(['Before']);
    expect(await texts(ann, before.convo.id)).toEqual(['Before', 'After']);
    // In a group, the other members get the message.
    const group = (await write(ann, [ben, cleo], 'To both')).body.convo;
    expect(await unread(cleo)).toBe(1);
    expect(await unread(ben)).toBe(0);
    expect(await texts(ben, group.id)).toEqual([]);
    expect((await convosOf(ben)).total).toBe(1);
    expect((await ben.client.get('/api/blocks')).body.users).toMatchObject([{ id: ann.me.id }]);
    await ben.client.delete(`/api/blocks/${ann.me.id}`);
    await answer(ann, before.convo.id, 'Again');
    // Messages sent during the block remain hidden.
    expect(await texts(ben, before.convo.id)).toEqual(['Before', 'Again']);
    expect((await ben.client.post(`/api/blocks/${ben.me.id}`, {})).status).toBe(403);
    expect((await ben.client.post(`/api/blocks/${newId()}`, {})).status).toBe(404);
  });
});

describe('limits for messages to many people', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => strict.close());
  // Sign-ups have limits of their own, which aren't tested here.
  const some = async (many: number): Promise<Account[]> => {
    const accounts: Account[] = [];
    for (let n = 0; n < many; n += 1) {
      await strict.app.db`delete from rate_limits where key not like 'message%' and key not like 'conversations%'`;
      accounts.push(await strict.signUp());
    }
    return accounts;
  };
  const age = ({ me }: Account, days: number) => strict.app.db`
    update users set created_at = now() - make_interval(days => ${days}) where id = ${me.id}`;
  /** Starts a new minute for the sender's limit. */
  const rest = ({ me }: Account) => strict.app.db`delete from rate_limits where key = ${`message ${me.id}`}`;
  const send = async (from: Account, to: readonly Account[], text: string) => (await write(from, [...to], text)).status;
  const statuses = async (from: Account, to: readonly Account[], text: (index: number) => string) => {
    const all: number[] = [];
    for (const [index, one] of to.entries()) all.push(await send(from, [one], text(index)));
    return all;
  };
  const FIVE = [200, 200, 200, 200, 200];

  it('reject similar texts even if their punctuation differs, and allow equal short texts', async () => {
    const [sender, ...receivers] = (await some(8)) as [Account, ...Account[]];
    const text = (index: number) => `${'!'.repeat(index)} Buy my new album now, it is cheap`;
    expect(await statuses(sender, receivers, text)).toEqual([...FIVE, 429, 429]);
    expect(await statuses(sender, receivers, () => 'Hello')).toEqual([...FIVE, 200, 200]);
    // A receiver who already has the text may get it again.
    expect(await send(sender, receivers.slice(0, 1), text(0))).toBe(200);
  });

  it.each([
    [
      'English',
      ['Ann', 'Ben', 'Cleopatra', 'Dörte', 'Eve', 'Bartholomew'],
      'Hi NAME, please listen to my new album, it is out',
    ],
    ['Hindi', ['आशा', 'रवि', 'मीरा', 'किशोर', 'सीता', 'अर्जुन'], 'नमस्ते NAME, मेरा नया गाना सुनिए और बताइए कैसा लगा'],
    ['Thai', ['แอน', 'บอย', 'ก้อย', 'ต้น', 'นก', 'มะลิ'], 'สวัสดีNAME ฟังเพลงใหม่ของฉันแล้วบอกฉันว่าชอบไหม'],
  ])('reject similar texts that differ in the receiver’s name: %s', async (_language, names, text) => {
    const [sender, ...receivers] = (await some(7)) as [Account, ...Account[]];
    expect(await statuses(sender, receivers, (index) => text.replace('NAME', names[index] ?? ''))).toEqual([
      ...FIVE,
      429,
    ]);
  });

  it('compare a text with all of the last hour by their stored fingerprints', async () => {
    const [sender, ...receivers] = (await some(7)) as [Account, ...Account[]];
    const text = '\u{fdfa}'.repeat(1000);
    for (const one of receivers.slice(0, 5)) expect(await send(sender, [one], text)).toBe(200);
    await strict.app.db`
      insert into messages (id, conversation_id, from_id, body, fingerprint, created_at)
      select gen_random_uuid(), conversation_id, from_id, body, fingerprint, created_at - n * interval '1 second'
      from messages, generate_series(1, 359) n where from_id = ${sender.me.id}`;
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      expect(await send(sender, receivers.slice(5), text)).toBe(429);
      expect(await send(sender, receivers.slice(5), 'Something else, for whoever has not had it')).toBe(200);
      const { contexts, calls } = normalize.mock;
      const compared = contexts.filter((one, at) => calls[at]?.[0] === 'NFKC' && String(one).includes('\u{fdfa}'));
      expect(compared).toHaveLength(1);
    } finally {
      normalize.mockRestore();
    }
  });

  it('allow different texts for different people', async () => {
    const [sender, ...receivers] = (await some(8)) as [Account, ...Account[]];
    const texts = [
      'नमस्ते, आपका नया गाना बहुत अच्छा लगा मुझे',
      'कल शाम सात बजे अभ्यास है, गिटार साथ लाना',
      'พรุ่งนี้ซ้อมตอนหนึ่งทุ่มอย่าลืมเอากีตาร์มา',
      'ฟังเพลงใหม่ของฉันแล้วบอกฉันว่าชอบไหม',
      'Thanks for the follow, I like your drums a lot',
      'The rehearsal is at eight, do not forget the keys',
      'Could you send me the chords of your second song?',
    ];
    expect(await statuses(sender, receivers, (index) => texts[index] ?? '')).toEqual(texts.map(() => 200));
  });

  it('count each member of a group, and receivers who already have the text only once', async () => {
    const [sender, ...others] = (await some(8)) as [Account, ...Account[]];
    await age(sender, 30);
    const text = 'Our concert begins at nine in the old town hall';
    expect(await send(sender, others.slice(0, 3), text)).toBe(200);
    expect(await send(sender, others.slice(0, 2), `${text}!`)).toBe(200);
    expect(await send(sender, others.slice(3, 6), text)).toBe(429);
    expect(await send(sender, others.slice(2, 5), text)).toBe(200);
    expect(await send(sender, others.slice(5, 6), text)).toBe(429);
    // The first text to a group of any size is allowed; then similar ones to others aren't.
    const other = 'The keys of the rehearsal room are under the mat';
    expect(await send(sender, others.slice(0, 7), other)).toBe(200);
    expect(await send(sender, others.slice(0, 1), other)).toBe(200);
    const [stranger] = (await some(1)) as [Account];
    expect(await send(sender, [stranger], other)).toBe(429);
  });

  it('allow no more texts sent to all receivers at once than one after another', async () => {
    const [sender, ...receivers] = (await some(11)) as [Account, ...Account[]];
    const text = 'Buy my new album now, it is cheap';
    const sent = await Promise.all(receivers.map((to, index) => send(sender, [to], `${index} ${text}`)));
    expect(sent.toSorted()).toEqual([...FIVE, 429, 429, 429, 429, 429]);
    const [row] = await strict.app.db<{ n: number }[]>`
      select count(*)::int as n from messages where from_id = ${sender.me.id}`;
    expect(row?.n).toBe(5);
  });

  it('allow to start with ten people a day in the first week, then fifty, and any known conversation', async () => {
    const [sender, ...others] = (await some(13)) as [Account, ...Account[]];
    expect(await send(sender, others.slice(0, 4), 'All of us')).toBe(200);
    expect(await statuses(sender, others.slice(0, 6), () => 'Hello')).toEqual([...FIVE, 200]);
    const refused = await write(sender, others.slice(6, 7), 'Hello');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have started too many conversations today. Try again tomorrow, or reply in existing ones.',
    ]);
    expect(await send(sender, others.slice(0, 1), 'You again')).toBe(200);
    await age(sender, 6);
    expect(await send(sender, others.slice(6, 7), 'Hello')).toBe(429);
    await age(sender, 8);
    await strict.app.db`
      update rate_limits set taken = 49 where key = ${`conversations ${sender.me.id}`}`;
    expect(await statuses(sender, others.slice(6, 8), () => 'Hello')).toEqual([200, 429]);
    await strict.app.db`
      update rate_limits set window_ends = now() - interval '1 second' where key = ${`conversations ${sender.me.id}`}`;
    expect(await statuses(sender, others.slice(7, 9), () => 'Hello')).toEqual([200, 200]);
  });

  it('don’t count rejected messages as new conversations', async () => {
    const [sender, gone, ...others] = (await some(13)) as [Account, Account, ...Account[]];
    await strict.app.db`update users set deleted_at = now() where id = ${gone.me.id}`;
    expect(await send(sender, [gone, ...others.slice(0, 9)], 'All of us')).toBe(404);
    const text = 'Buy my new album now, it is cheap';
    expect(await statuses(sender, others.slice(0, 8), () => text)).toEqual([...FIVE, 429, 429, 429]);
    expect(await statuses(sender, others.slice(5, 11), () => 'Hello')).toEqual([...FIVE, 429]);
  });

  it('count a group larger than the day’s limit as the whole day', async () => {
    const [sender, ...others] = (await some(13)) as [Account, ...Account[]];
    expect(await send(sender, others, 'The whole choir')).toBe(200);
    expect(await send(sender, others.slice(0, 1), 'You alone')).toBe(429);
    expect(await send(sender, others, 'The whole choir again')).toBe(200);
  });

  it('allow thirty messages a minute per account', async () => {
    const [sender, receiver] = (await some(2)) as [Account, Account];
    expect(await send(sender, [receiver], 'First')).toBe(200);
    const sent = await Promise.all(Array.from({ length: 31 }, (_, index) => send(sender, [receiver], `Line ${index}`)));
    expect(sent.filter((status) => status === 200)).toHaveLength(29);
    expect(sent.filter((status) => status === 429)).toHaveLength(2);
    await rest(sender);
    expect(await send(sender, [receiver], 'Later')).toBe(200);
  });
});
