import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { image } from '../../../fixtures/files.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { insertAd } from '../../testkit/ads.ts';
import { attemptOf, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { insertUpload } from '../../catalogue/uploads/uploads.queries.ts';

let server: TestServer;
let admin: Account;
let reviewer: Account;
let person: Account;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  [admin, reviewer, person] = [
    await server.signUp({ role: 'admin' }),
    await server.signUp({ isCurator: true }),
    await server.signUp(),
  ];
});
afterAll(() => server.close());

/** Sends a call whose caller loses the role while the call waits for a lock on its subject. Returns the answer. */
async function losingTheRole<T>(who: Account, hold: (tx: Tx) => Promise<unknown>, send: () => Promise<T>): Promise<T> {
  const { db } = server.app;
  const { sent } = await transaction(db, async (tx) => {
    await hold(tx);
    const sending = send();
    await untilWaiting(db, 1);
    await tx`update users set role = 'user', is_curator = false where id = ${who.me.id}`;
    return { sent: sending };
  });
  return sent;
}

const account =
  ({ me }: Account) =>
  (tx: Tx) =>
    tx`select 1 from users where id = ${me.id} for update`;
const media = (id: string) => (tx: Tx) => tx`select 1 from media where id = ${id} for update`;

describe('an administrator who loses the role while a call is in progress', () => {
  const GONE = { status: 403, body: { message: 'You are no longer an administrator.' } };
  const rightsOf = async ({ me }: Account) =>
    (await server.app.db`select role, is_curator, plan, deleted_at from users where id = ${me.id}`)[0];
  const NONE = { role: 'user', is_curator: false, plan: 'mild', deleted_at: null };

  it('can’t take the role back', async () => {
    const take = () => admin.client.put(`/api/users/${admin.me.id}`, { role: 'admin' });
    expect(await losingTheRole(admin, account(admin), take)).toMatchObject(GONE);
    expect(await rightsOf(admin)).toEqual(NONE);
  });

  it.each([{ isCurator: true }, { plan: 'ghost-pepper' }])('can’t give another user a right: %o', async (rights) => {
    const give = () => admin.client.put(`/api/users/${person.me.id}`, rights);
    expect(await losingTheRole(admin, account(person), give)).toMatchObject(GONE);
    expect(await rightsOf(person)).toEqual(NONE);
  });

  it('can neither suspend an account nor lift a suspension', async () => {
    const path = `/api/users/${person.me.id}/suspension`;
    const suspend = (by: Account) => by.client.put(path, { reason: 'Spam.', days: 1 });
    expect(await losingTheRole(admin, account(person), () => suspend(admin))).toMatchObject(GONE);
    expect((await person.client.get('/api/users/me')).status).toBe(200);
    const [first, second] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
    expect((await suspend(first)).status).toBe(200);
    expect(await losingTheRole(second, account(person), () => second.client.delete(path))).toMatchObject(GONE);
    expect((await person.client.get('/api/users/me')).status).toBe(401);
  });

  it('can’t remove another user’s second factor', async () => {
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${person.me.id}, 'x', now())`;
    const remove = () =>
      admin.client.post(`/api/users/${person.me.id}/second-factor/remove`, { password: 'a long password' });
    expect(await losingTheRole(admin, account(person), remove)).toMatchObject(GONE);
    expect(await server.app.db`select 1 from totp_secrets where user_id = ${person.me.id}`).toHaveLength(1);
  });

  it('can’t delete an account', async () => {
    const remove = () => admin.client.delete(`/api/users/${person.me.id}`);
    expect(await losingTheRole(admin, account(person), remove)).toMatchObject(GONE);
    expect(await rightsOf(person)).toEqual(NONE);
  });

  it('can’t decide a report', async () => {
    const id = await insertMedia(server.app.db, { musicianId: person.me.id });
    await reviewer.client.post('/api/reports', { subject: { kind: 'media', id }, reason: 'spam' });
    const [found] = await server.app.db<{ id: string }[]>`select id from report_cases where subject_id = ${id}`;
    const hold = (tx: Tx) => tx`select 1 from report_cases where id = ${found!.id} for update`;
    const decide = () =>
      admin.client.post(`/api/admin/reports/${found!.id}/decision`, { decision: 'remove', reason: 'Spam.' });
    expect(await losingTheRole(admin, hold, decide)).toMatchObject(GONE);
    expect((await server.visitor().get(`/api/media/${id}`)).status).toBe(200);
  });

  it('can’t upload, change or delete an ad', async () => {
    const { db } = server.app;
    const { adId } = await insertAd(db, { title: 'As it was' });
    const ad = (tx: Tx) => tx`select 1 from ads where id = ${adId} for update`;
    const change = () => admin.client.put(`/api/ab/${adId}`, { title: 'Other' });
    expect(await losingTheRole(admin, ad, change)).toMatchObject(GONE);
    const second = await server.signUp({ role: 'admin' });
    expect(await losingTheRole(second, ad, () => second.client.delete(`/api/ab/${adId}`))).toMatchObject(GONE);
    const third = await server.signUp({ role: 'admin' });
    const bytes = await readFile(await image({ width: 900, height: 300, format: 'png' }));
    const fields = { isAd: 'true', type: 'poster', title: 'New', email: 'a@example.org', displayLength: '8' };
    const window = { type: 'date', startDate: '2026-01-01T00:00:00Z', endDate: '2099-01-01T00:00:00Z' };
    const upload = () =>
      third.client.upload('/api/upload', { name: 'ad.png', bytes }, { ...fields, adWindow: JSON.stringify(window) });
    const positions = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext('ads_position'))`;
    expect(await losingTheRole(third, positions, upload)).toMatchObject(GONE);
    expect(await db`select title from ads`).toEqual([{ title: 'As it was' }]);
  });

  it('can’t write a system message', async () => {
    const table = (tx: Tx) => tx`lock table system_message`;
    const write = () => admin.client.post('/api/system-message', { message: 'Hello' });
    expect(await losingTheRole(admin, table, write)).toMatchObject(GONE);
    expect(await server.app.db`select 1 from system_message`).toEqual([]);
  });

  it('can’t discard a verdict', async () => {
    const id = await insertMedia(server.app.db, { musicianId: person.me.id, scores: [88, 88, 88] });
    const { verdictOn } = (await admin.client.get(`/api/media/${id}`)).body;
    const reopen = () => admin.client.post(`/api/media/reopen/${id}`, { verdictOn });
    expect(await losingTheRole(admin, media(id), reopen)).toMatchObject(GONE);
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({ score: 88 });
  });

  it('can’t rearrange genres, moods, their songs and videos, or those of other users', async () => {
    const { db } = server.app;
    const [genre] = await db<{ id: string; position: number }[]>`
      select id, position from categories where kind = 'genre' order by position limit 1`;
    const category = (tx: Tx) => tx`select 1 from categories where id = ${genre!.id} for update`;
    const order = (by: Account) =>
      by.client.put('/api/genres/positions', { positions: [{ id: genre!.id, position: 99 }] });
    expect(await losingTheRole(admin, category, () => order(admin))).toMatchObject(GONE);
    expect((await db`select position from categories where id = ${genre!.id}`)[0]).toEqual({
      position: genre!.position,
    });

    const id = await insertMedia(db, { musicianId: person.me.id, genreId: genre!.id, scores: [90, 90, 90] });
    const calls: [string, object][] = [
      ['', { positions: [{ id, position: 7 }] }],
      [`/${id}`, { after: null }],
    ];
    for (const scope of ['genre', 'profile'] as const)
      for (const [path, body] of calls) {
        const who = await server.signUp({ role: 'admin' });
        const place = { scope, id: scope === 'genre' ? genre!.id : person.me.id };
        const arrange = () => who.client.put(`/api/media/positions${path}`, { ...place, ...body });
        expect(await losingTheRole(who, media(id), arrange), `${scope}${path}`).toMatchObject(GONE);
      }
    expect((await db`select genre_position, position from media where id = ${id}`)[0]).toEqual({
      genre_position: null,
      position: null,
    });
  });

  it('can’t change the picture of a genre or of another user’s song', async () => {
    const { db } = server.app;
    const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' limit 1`;
    const category = (tx: Tx) => tx`select 1 from categories where id = ${genre!.id} for update`;
    const bytes = await readFile(await image({ width: 900, height: 900, format: 'png' }));
    const set = (by: Account, imageType: string, targetId: string) =>
      by.client.upload('/api/upload/image', { name: 'a.png', bytes, field: 'image' }, { imageType, targetId });
    const mediaId = await insertMedia(db, { musicianId: person.me.id });
    for (const [type, id, hold] of [
      ['genre', genre!.id, category],
      ['artwork', mediaId, media(mediaId)],
    ] as const) {
      const [first, second] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
      expect((await losingTheRole(first, hold, () => set(first, type, id))).status, type).toBe(403);
      expect((await set(second, type, id)).status).toBe(200);
      const remove = () => second.client.post('/api/upload/image/delete', { imageType: type, targetId: id });
      expect((await losingTheRole(second, hold, remove)).status, type).toBe(403);
    }
    expect((await db`select image_version > 0 as stays from categories where id = ${genre!.id}`)[0]).toEqual({
      stays: true,
    });
    expect((await db`select artwork_version > 0 as stays from media where id = ${mediaId}`)[0]).toEqual({
      stays: true,
    });
  });

  it('can neither send mail again, nor cancel it, nor release a refused address', async () => {
    const { db } = server.app;
    const id = newId();
    await db`insert into outbox (id, "to", subject, text, html, kind, state, error)
      values (${id}, 'a@example.org', 'Hello', '', '', 'test', 'failed', 'No.')`;
    const [refusal] = await db<{ id: string }[]>`
      insert into refused_addresses (address, reason, is_certain) values ('a@example.org', 'No.', true) returning id`;
    const mail = (tx: Tx) => tx`select 1 from outbox where id = ${id} for update`;
    const address = (tx: Tx) => tx`select 1 from refused_addresses where id = ${refusal!.id} for update`;
    const acts: [(tx: Tx) => Promise<unknown>, (by: Account) => Promise<unknown>][] = [
      [mail, ({ client }) => client.post(`/api/outbox/${id}/retry`)],
      [mail, ({ client }) => client.post(`/api/outbox/${id}/cancel`)],
      [address, ({ client }) => client.delete(`/api/outbox/refused-addresses/${refusal!.id}`)],
    ];
    for (const [hold, send] of acts) {
      const who = await server.signUp({ role: 'admin' });
      expect(await losingTheRole(who, hold, () => send(who))).toMatchObject(GONE);
    }
    expect((await db`select state from outbox where id = ${id}`)[0]).toEqual({ state: 'failed' });
    expect(await db`select 1 from refused_addresses where id = ${refusal!.id}`).toHaveLength(1);
  });

  it('can’t use the dashboard of the queue', async () => {
    const table = (tx: Tx) => tx`lock table audit_log`;
    const ask = () => admin.client.post('/agenda/queues/transcode', {});
    expect(await losingTheRole(admin, table, ask)).toMatchObject(GONE);
    expect(await server.app.db`select 1 from audit_log where actor_id = ${admin.me.id}`).toEqual([]);
  });

  it('can’t change captions, lyrics or replacements of other users, or delete their comments', async () => {
    const { db } = server.app;
    const id = await insertMedia(db, { musicianId: person.me.id, scores: [80, 80, 80] });
    const lyrics = { text: '[00:01.00] Salt' };
    expect((await person.client.put(`/api/media/${id}/timed-text`, lyrics)).status).toBe(200);
    const { body: comment } = await reviewer.client.post(`/api/comments/${id}`, { comment: 'Warm.' });
    const held = (tx: Tx) => tx`select 1 from comments where id = ${comment.id} for update`;
    const acts: [(tx: Tx) => Promise<unknown>, (by: Account) => Promise<{ status: number }>][] = [
      [media(id), ({ client }) => client.put(`/api/media/${id}/timed-text`, { text: '[00:01.00] Sugar' })],
      [media(id), ({ client }) => client.delete(`/api/media/${id}/timed-text`)],
      [media(id), ({ client }) => client.delete(`/api/upload/replace/${id}`)],
      [held, ({ client }) => client.delete(`/api/comments/${comment.id}`)],
    ];
    for (const [hold, send] of acts) {
      const who = await server.signUp({ role: 'admin' });
      expect((await losingTheRole(who, hold, () => send(who))).status).toBe(403);
      expect(await db`select 1 from audit_log where actor_id = ${who.me.id}`).toEqual([]);
    }
    expect((await person.client.get(`/api/media/${id}/timed-text`)).body.lines).toMatchObject([{ text: 'Salt' }]);
    expect(await db`select 1 from comments where id = ${comment.id}`).toHaveLength(1);
  });

  it('can’t have files of other users processed again', async () => {
    const { db } = server.app;
    const id = await insertMedia(db, { musicianId: person.me.id, status: 'failed' });
    const { sourceId } = await attemptOf(db, id);
    await insertUpload(db, { mediaId: id, sourceId, userId: person.me.id, shownName: 'salt.mp3', charged: false });
    const again = (by: Account) => by.client.post(`/api/upload/retry/${id}`);
    expect((await losingTheRole(admin, account(person), () => again(admin))).status).toBe(403);
    expect(await db`select status from sources where id = ${sourceId}`).toEqual([{ status: 'failed' }]);
    expect(await db`select 1 from audit_log where actor_id = ${admin.me.id}`).toEqual([]);
    const other = await server.signUp({ role: 'admin' });
    expect((await again(other)).status).toBe(200);
    expect(await db`select act from audit_log where actor_id = ${other.me.id}`).toEqual([{ act: 'changed-media' }]);
  });

  it('can’t delete songs or videos of other users', async () => {
    const id = await insertMedia(server.app.db, { musicianId: person.me.id });
    const remove = () => admin.client.delete(`/api/media/${id}`);
    expect((await losingTheRole(admin, media(id), remove)).status).toBe(403);
    expect((await server.visitor().get(`/api/media/${id}`)).status).toBe(200);
  });
});

it('a reviewer who loses the role while a call is in progress gives no verdict', async () => {
  const id = await insertMedia(server.app.db, { musicianId: person.me.id, allowCuration: true });
  const curationStats = { storytelling: 90, execution: 90, thumbnailArt: 90 };
  const judge = (by: Account) => by.client.put(`/api/media/${id}`, { curationStats });
  expect((await losingTheRole(reviewer, media(id), () => judge(reviewer))).status).toBe(403);
  const second = await server.signUp({ isCurator: true });
  const reject = () => second.client.post(`/api/media/reject/${id}`);
  expect((await losingTheRole(second, media(id), reject)).status).toBe(403);
  expect((await judge(admin)).body).toMatchObject({ score: 90 });
});
