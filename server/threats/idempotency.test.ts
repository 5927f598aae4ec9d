import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { declaredEndpoints } from '../testkit/contract.ts';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { codeOf } from '../testkit/totp-code.ts';

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

describe('a write that comes twice', () => {
  it('has one effect and the first answer, also when the row has moved on', async () => {
    const id = await song();
    const first = await put(owner, id, 'once', { title: 'First' });
    expect(first).toMatchObject({ status: 200, body: { title: 'First' } });
    await owner.client.put(`/api/media/${id}`, { title: 'Later' });
    const second = await put(owner, id, 'once', { title: 'First' });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await owner.client.get(`/api/media/${id}`)).body.title).toBe('Later');
  });

  it('at once and many times is done once; a repeat that comes too early gets a conflict', async () => {
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

  it('of a deletion says again that it was deleted, where another one says that there is nothing', async () => {
    const id = await song();
    const remove = (key: string) =>
      owner.client.send({ method: 'DELETE', url: `/api/media/${id}`, headers: { 'idempotency-key': key } });
    expect(await remove('gone')).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(await remove('gone')).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect((await remove('other')).status).toBe(404);
  });

  it('with another body, or of another row, is refused and changes nothing', async () => {
    const [one, two] = [await song(), await song()];
    await put(owner, one, 'mine', { title: 'One' });
    expect((await put(owner, one, 'mine', { title: 'Two' })).status).toBe(400);
    expect((await put(owner, two, 'mine', { title: 'One' })).status).toBe(400);
    expect((await put(owner, `${one}?dontNotify=true`, 'mine', { title: 'One' })).status).toBe(400);
    expect((await owner.client.get(`/api/media/${one}`)).body.title).toBe('One');
    expect((await owner.client.get(`/api/media/${two}`)).body.title).not.toBe('One');
  });

  it('PM-06 under somebody else’s key is their own: it neither shows the first answer nor passes for it', async () => {
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

  it('after a refusal is tried anew', async () => {
    const id = await song();
    expect((await put(owner, id, 'refused', { title: '' })).status).toBe(400);
    expect((await put(owner, id, 'refused', { published: false, allowCuration: true })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await put(owner, id, 'refused', { title: 'Now' })).status).toBe(200);
  });

  it('with a key of no or too many letters is refused', async () => {
    const id = await song();
    expect((await put(owner, id, 'k'.repeat(201), { title: 'Now' })).status).toBe(400);
    expect((await put(owner, id, "'; drop table media; --", { title: 'Now' })).status).toBe(200);
  });
});

describe('of calls with what opens an account', () => {
  it('nothing is kept for a repetition: neither secrets and codes nor passwords, in whatever form', async () => {
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

  it('says so in the contract, whatever call comes later', async () => {
    const namesOf = (schema: z.core.$ZodType) =>
      [...JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)].map(
        ([, name]) => name ?? '',
      );
    const open = (await declaredEndpoints()).filter(
      ({ changesState, secret, freshSignIn, path, body, reply }) =>
        changesState &&
        secret !== true &&
        // With the password in it, a call is not kept either (fresh-sign-in.test.ts).
        freshSignIn === undefined &&
        (path.includes('/:token') ||
          [...namesOf(body), ...namesOf(reply)].some((name) => /password|secret|recoverycode|passkey$/i.test(name))),
    );
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
