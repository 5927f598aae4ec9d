import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const isUnique = async (field: string, value: string, client = server.visitor()) =>
  (await client.post('/api/checkUnique/', { field, value })).body;

it('API-15 returns whether an address or a username is free, in any case of letters; the user’s own is free', async () => {
  const { client, me } = await server.signUp();
  await server.app.db`update users set username = 'Juno7' where id = ${me.id}`;
  for (const [field, value] of [
    ['email', me.email],
    ['email', ` ${me.email.toUpperCase()} `],
    ['username', 'juno7'],
    ['username', 'JUNO7'],
  ] as const) {
    expect(await isUnique(field, value), value).toEqual({ isUnique: false });
    expect(await isUnique(field, value, client), value).toEqual({ isUnique: true });
  }
  expect(await isUnique('email', 'nobody@example.org')).toEqual({ isUnique: true });
  expect(await isUnique('username', 'juno8')).toEqual({ isUnique: true });
  expect(await server.visitor().post('/api/checkUnique/', { field: 'role', value: 'admin' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'field' }] },
  });
});

it('D-18 rejects a reserved word as a username', async () => {
  for (const word of ['account', 'Songs', 'reset'])
    expect(await isUnique('username', word)).toEqual({ isUnique: false });
});

it('limits questions about addresses together with sign-ups', async () => {
  const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
  try {
    await limited.signUp();
    const states: number[] = [];
    for (let n = 0; n < 20; n += 1)
      states.push(
        (await limited.visitor().post('/api/checkUnique/', { field: 'email', value: `a${n}@example.org` })).status,
      );
    expect(states).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});
