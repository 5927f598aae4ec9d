import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { ANSWER_LOST, STILL_SENT } from '../../platform/http/idempotency.ts';
import { pruneCallsLoop } from '../../platform/http/http.loops.ts';
import type { Answer } from '../../testkit/client.ts';
import { declaredEndpoints } from '../../testkit/contract.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { codeOf } from '../../testkit/totp-code.ts';
import { until } from '../../testkit/until.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { transaction } from '../../platform/db/connection.ts';

let server: TestServer;
let owner: Account;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const put = ({ client }: Account, id: string, key: string, payload: object) =>
  client.send({ method: 'PUT', url: `/api/media/${id}`, payload, headers: { 'idempotency-key': key } });
const song = () => insertMedia(server.app.db, { musicianId: owner.me.id });

describe('a repeated write', () => {
  it('has one effect and gets the first answer, even if the row has changed since', async () => {
    const id = await song();
    const first = await put(owner, id, 'once', { title: 'First' });
    expect(first).toMatchObject({ status: 200, body: { title: 'First' } });
    await owner.client.put(`/api/media/${id}`, { title: 'Later' });
    const second = await put(owner, id, 'once', { title: 'First' });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await owner.client.get(`/api/media/${id}`)).body.title).toBe('Later');
  });

  it('gets 409 if the first answer was stored by an earlier version with fewer fields', async () => {
    const id = await song();
    await put(owner, id, 'before', { title: 'First' });
    await server.app.db`update idempotency_keys set reply = reply - 'title' where key = 'before'`;
    expect(await put(owner, id, 'before', { title: 'First' })).toMatchObject({
      status: 409,
      body: { message: ANSWER_LOST },
    });
  });

  it('takes effect once even if it is sent many times in parallel; repeats during the first call get 409', async () => {
    const id = await song();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => put(owner, id, 'at once', { published: false })),
    );
    const states = answers.map(({ status }) => status);
    expect(states).toContain(200);
    expect(states.every((status) => status === 200 || status === 409)).toBe(true);
    expect(answers.find(({ status }) => status === 409)?.body.message ?? '.').toMatch(/\.$/);
    expect((await put(owner, id, 'at once', { published: false })).status).toBe(200);
  });

  it('gets the first answer if it is a deletion, while a deletion with another key gets 404', async () => {
    const id = await song();
    const remove = (key: string) =>
      owner.client.send({ method: 'DELETE', url: `/api/media/${id}`, headers: { 'idempotency-key': key } });
    expect(await remove('gone')).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(await remove('gone')).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect((await remove('other')).status).toBe(404);
  });

  it('is refused and changes nothing if it has another body or is for another row', async () => {
    const [one, two] = [await song(), await song()];
    await put(owner, one, 'mine', { title: 'One' });
    expect((await put(owner, one, 'mine', { title: 'Two' })).status).toBe(400);
    expect((await put(owner, two, 'mine', { title: 'One' })).status).toBe(400);
    expect((await put(owner, `${one}?dontNotify=true`, 'mine', { title: 'One' })).status).toBe(400);
    expect((await owner.client.get(`/api/media/${one}`)).body.title).toBe('One');
    expect((await owner.client.get(`/api/media/${two}`)).body.title).not.toBe('One');
  });

  it('PM-06 neither gets the first answer nor runs as the first user if another user sends the same key', async () => {
    const id = await song();
    expect((await put(owner, id, 'shared', { title: 'Private' })).status).toBe(200);
    const other = await server.signUp();
    const answer = await put(other, id, 'shared', { title: 'Private' });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('report');
    const visitor = server.visitor();
    expect(
      (
        await visitor.send({
          method: 'PUT',
          url: `/api/media/${id}`,
          payload: { title: 'Private' },
          headers: { 'idempotency-key': 'shared' },
        })
      ).status,
    ).toBe(401);
  });

  it('runs again after a refusal', async () => {
    const id = await song();
    expect((await put(owner, id, 'refused', { title: '' })).status).toBe(400);
    expect((await put(owner, id, 'refused', { published: false, allowCuration: true })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await put(owner, id, 'refused', { title: 'Now' })).status).toBe(200);
  });

  it('is refused if its key is too long', async () => {
    const id = await song();
    expect((await put(owner, id, 'k'.repeat(201), { title: 'Now' })).status).toBe(400);
    expect((await put(owner, id, "'; drop table media; --", { title: 'Now' })).status).toBe(200);
  });
});

describe('a write with an idempotency key', () => {
  const db = () => server.app.db;
  const create = ({ client }: Account, key: string, name = 'Mine') =>
    client.send({ method: 'POST', url: '/api/playlists', payload: { name }, headers: { 'idempotency-key': key } });
  const playlistsOf = async ({ me }: Account): Promise<number> =>
    (await db()`select 1 from playlists where owner_id = ${me.id}`).length;
  const expire = (key: string) =>
    db()`update idempotency_keys set lease_until = now() - interval '1 second' where key = ${key}`;
  /** Removes the answer, because a process that dies after its commit wouldn't have stored it. */
  const loseAnswer = (key: string) => db()`update idempotency_keys set status = null, reply = null where key = ${key}`;
  /** Creates playlists with two parallel calls. The first one loses its lease before it can commit. */
  const overtake = async (maker: Account, key: string) => {
    const { promise: both, resolve } = Promise.withResolvers<[Answer, Answer]>();
    await transaction(db(), async (tx) => {
      await tx`select 1 from users where id = ${maker.me.id} for update`;
      const first = create(maker, key);
      await untilWaiting(db(), 1);
      await expire(key);
      const second = create(maker, key);
      await untilWaiting(db(), 2);
      void Promise.all([first, second]).then(resolve);
    });
    return both;
  };

  it('is run by the next call with its key if its process dies before its effect, once its lease has ended', async () => {
    const maker = await server.signUp();
    expect((await create(maker, 'early')).status).toBe(200);
    await loseAnswer('early');
    await db()`update idempotency_keys set effect_at = null where key = 'early'`;
    await db()`delete from playlists where owner_id = ${maker.me.id}`;
    expect(await create(maker, 'early')).toMatchObject({ status: 409, body: { message: STILL_SENT } });
    await expire('early');
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => create(maker, 'early')));
    expect([first, ...others].map((one) => one?.status).filter((status) => status !== 409)).toContain(200);
    expect(await playlistsOf(maker)).toBe(1);
    expect((await create(maker, 'early')).status).toBe(200);
  });

  it('isn’t run again if its process dies between its effect and its answer; later calls get 409', async () => {
    const maker = await server.signUp();
    expect((await create(maker, 'late')).status).toBe(200);
    await loseAnswer('late');
    expect(await create(maker, 'late')).toMatchObject({ status: 409, body: { message: STILL_SENT } });
    await expire('late');
    for (const _ of [1, 2])
      expect(await create(maker, 'late')).toMatchObject({ status: 409, body: { message: ANSWER_LOST } });
    await pruneCallsLoop.run(server.app);
    expect(await create(maker, 'late')).toMatchObject({ status: 409, body: { message: ANSWER_LOST } });
    expect(await playlistsOf(maker)).toBe(1);
  });

  it('isn’t run again if its answer can’t be stored, because the transaction of its effect left a mark', async () => {
    const maker = await server.signUp();
    await db().unsafe(`
      create function refuse_answer() returns trigger language plpgsql as $$ begin raise 'No answer can be stored.'; end $$;
      create trigger refuse_answer before update on idempotency_keys for each row
      when (new.key = 'failing' and new.status is not null) execute function refuse_answer()`);
    expect((await create(maker, 'failing')).status).toBe(500);
    await db()`drop trigger refuse_answer on idempotency_keys`;
    expect(await create(maker, 'failing')).toMatchObject({ status: 409, body: { message: ANSWER_LOST } });
    expect(await playlistsOf(maker)).toBe(1);
  });

  it('takes effect once if its process pauses beyond its lease and the next call runs it in the meantime', async () => {
    const maker = await server.signUp();
    const answers = await overtake(maker, 'paused');
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await playlistsOf(maker)).toBe(1);
    expect((await create(maker, 'paused')).status).toBe(200);
  });

  it('renews its lease while it runs, so that only a dead process loses it', async () => {
    const maker = await server.signUp();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { promise: answer, resolve } = Promise.withResolvers<Answer>();
      await transaction(db(), async (tx) => {
        await tx`select 1 from users where id = ${maker.me.id} for update`;
        void create(maker, 'slow').then(resolve);
        await untilWaiting(db(), 1);
        await expire('slow');
        await vi.advanceTimersByTimeAsync(10_000);
        await until(async () =>
          expect(await db()`select 1 from idempotency_keys where key = 'slow' and lease_until > now()`).toHaveLength(1),
        );
      });
      expect((await answer).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('marks its effect for each kind of object that it can create', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    await db()`update users set email_verified_at = now() where id in (${one.me.id}, ${other.me.id})`;
    const mediaId = await insertMedia(db(), { musicianId: other.me.id });
    const made: [url: string, payload: object][] = [
      ['/api/playlists', { name: 'Mine' }],
      ['/api/performances/', { name: 'A show', date: '2027-01-01', time: '20:00', timeZone: 'UTC' }],
      [`/api/comments/${mediaId}`, { comment: 'Well sung' }],
      ['/api/messages', { convo: { users: [other.me.id] }, message: { text: 'Hello' } }],
      ['/api/posts', { text: 'On tour' }],
      ['/api/reports', { subject: { kind: 'media', id: mediaId }, reason: 'spam' }],
    ];
    for (const [url, payload] of made) {
      const answer = await one.client.send({ method: 'POST', url, payload, headers: { 'idempotency-key': url } });
      expect([url, answer.status, answer.body.errors]).toEqual([url, 200, undefined]);
    }
    const unmarked = await db()`
      select key from idempotency_keys where user_id = ${one.me.id} and (effect_at is null or status is null)`;
    expect(unmarked).toEqual([]);
  });

  it('keeps the mark of its effect after a crash of the database', async () => {
    const [table] = await db()`select relpersistence from pg_class where relname = 'idempotency_keys'`;
    expect(table?.['relpersistence']).toBe('p');
  });
});

describe('a call that carries credentials', () => {
  it('is never stored for a repetition, with secrets, codes or passwords in any form', async () => {
    const { db } = server.app;
    const { client } = await server.signUp();
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      client.send({ method, url, payload, headers: { 'idempotency-key': `${method} ${url}` } });
    const password = 'a long password';
    const begun = await send('POST', '/api/second-factor/totp', { password });
    const code = codeOf(begun.body.secret);
    const confirmed = await send('PUT', '/api/second-factor/totp', { code });
    const renewed = await send('POST', '/api/second-factor/recovery-codes', { password });
    await send('POST', '/api/second-factor/passkeys/options', { password });
    const changed = await send('POST', '/auth/reset', { currentPassword: password, password: 'another long password' });
    expect([begun, confirmed, renewed, changed].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await db`select * from idempotency_keys where endpoint ~ 'second-factor|/auth/'`).toEqual([]);
  });

  it('is declared as secret in the contract, and so must every future one', async () => {
    const namesOf = (schema: z.core.$ZodType) =>
      [...JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)].map(
        ([, name]) => name ?? '',
      );
    const open = (await declaredEndpoints()).filter(
      ({ changesState, secret, freshSignIn, path, body, reply }) =>
        changesState &&
        secret !== true &&
        // Calls with the password aren't stored either (fresh-sign-in.test.ts).
        freshSignIn === undefined &&
        (path.includes('/:token') ||
          [...namesOf(body), ...namesOf(reply)].some((name) => /password|secret|recoverycode|passkey$/i.test(name))),
    );
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
