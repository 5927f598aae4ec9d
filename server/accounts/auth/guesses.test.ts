import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { pauseFor } from './sign-in-attempts.ts';

describe('password attempts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => server.close());

  let networks = 0;
  /** An address from which no calls were made yet. */
  const fresh = () => {
    networks += 1;
    return `198.51.${networks >> 8}.${networks & 255}`;
  };
  /** Each account signs up from its own IP address, because sign-ups are limited per IP address, too. */
  const newAccount = async (): Promise<Account['me']> => {
    const email = `owner${fresh()}@example.org`;
    const answer = await server.visitor().send({
      method: 'POST',
      url: '/api/users/',
      remoteAddress: fresh(),
      payload: {
        firstName: 'Olive',
        lastName: 'Owner',
        email,
        emailConfirmation: email,
        password: 'a long password',
        passwordConfirmation: 'a long password',
      },
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const sign = async (email: string, password: string, remoteAddress: string): Promise<number> =>
    (await server.visitor().send({ method: 'POST', url: '/auth', payload: { email, password }, remoteAddress })).status;
  const guess = (email: string, remoteAddress: string) => sign(email, 'guess', remoteAddress);
  const guesses = async (many: number, email: (index: number) => string, from: (index: number) => string) => {
    const states: number[] = [];
    for (let index = 0; index < many; index += 1) states.push(await guess(email(index), from(index)));
    return states;
  };
  const times = (many: number, status: number) => Array.from({ length: many }, () => status);

  it('are rejected after ten from one IP address at one account, regardless of how the email is written', async () => {
    const { email } = await newAccount();
    const from = fresh();
    const spelled = [email, email.toUpperCase(), ` ${email} `, email.replace('owner', 'OWNER')];
    const states = await guesses(
      11,
      (index) => spelled[index % spelled.length] ?? '',
      () => from,
    );
    expect(states).toEqual([...times(10, 401), 429]);
    // The right password is rejected from there, too. From another address, the owner can sign in.
    expect(await sign(email, 'a long password', from)).toBe(429);
    expect(await sign(email, 'a long password', fresh())).toBe(200);
  });

  it('F12 are counted together for all IPv6 addresses of a household', async () => {
    const { email } = await newAccount();
    const states = await guesses(
      11,
      () => email,
      (index) => `2001:db8:0:77::${index.toString(16)}`,
    );
    expect(states).toEqual([...times(10, 401), 429]);
    expect(await guess(email, '2001:db8:0:78::1')).toBe(401);
  });

  it('are reset by the right password', async () => {
    const { email } = await newAccount();
    const from = fresh();
    for (let round = 0; round < 2; round += 1) {
      expect(
        await guesses(
          9,
          () => email,
          () => from,
        ),
      ).toEqual(times(9, 401));
      expect(await sign(email, 'a long password', from)).toBe(200);
    }
  });

  it('F12 are rejected after sixty failures in an hour from one IP address, even at different accounts', async () => {
    const from = fresh();
    const { email } = await newAccount();
    for (let index = 0; index < 3; index += 1) expect(await sign(email, 'a long password', from)).toBe(200);
    const states = await guesses(
      61,
      (index) => `account${index}@example.org`,
      () => from,
    );
    expect(states).toEqual([...times(60, 401), 429]);
    expect(await guess('account1@example.org', fresh())).toBe(401);
  });

  it('F12 are delayed if they come from many IP addresses, and the owner can still sign in from another', async () => {
    const { email } = await newAccount();
    expect(
      await guesses(
        50,
        () => email,
        () => fresh(),
      ),
    ).toEqual(times(50, 401));
    const from = fresh();
    const began = performance.now();
    // Each network now has two attempts, and each attempt is delayed.
    expect(
      await guesses(
        3,
        () => email,
        () => from,
      ),
    ).toEqual([401, 401, 429]);
    // A timer may be late on a busy machine, never early.
    expect(performance.now() - began).toBeGreaterThan(pauseFor(1) + pauseFor(2) - 5);
    expect(await sign(email, 'a long password', fresh())).toBe(200);
    // The owner's sign-in does not reset the count for other networks.
    const other = fresh();
    expect(
      await guesses(
        3,
        () => email,
        () => other,
      ),
    ).toEqual([401, 401, 429]);
  });
});
