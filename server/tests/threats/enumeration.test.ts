import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../scripts/patience.ts';
import { HASH_COST, setHashCost } from '../../accounts/auth/password.ts';
import { newId } from '../../platform/ids.ts';
import { requestNewEmail } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let known: Account;
beforeAll(async () => {
  setHashCost(HASH_COST);
  server = await startTestServer();
  known = await server.signUp();
});
afterAll(() => server.close());

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('the existence of an account', () => {
  it('AU-01 is revealed by neither the text, status, headers nor time of a sign-in', async () => {
    const social = await server.signUp();
    await server.app.db`update users set password_hash = null where id = ${social.me.id}`;
    const gone = await server.signUp();
    await server.app.db`update users set deleted_at = now() where id = ${gone.me.id}`;
    const guarded = await server.signUp();
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${guarded.me.id}, 'sealed', now())`;
    const emails = [known.me.email, social.me.email, gone.me.email, guarded.me.email, 'nobody@example.org'];
    const times = emails.map((): number[] => []);
    const answers = new Set<string>();
    // Round by round, so that a busy machine slows all of them.
    for (let round = 0; round < 9; round += 1)
      for (const [index, email] of emails.entries()) {
        // CPU time, because wall-clock time would include the work of other processes.
        const took = await effort(async () => {
          const answer = await server.visitor().post('/auth', { email, password: 'not the password' });
          answers.add(JSON.stringify([answer.status, answer.text, Object.keys(answer.headers).sort()]));
        });
        times[index]?.push(took);
      }
    expect([...answers]).toHaveLength(1);
    const medians = times.map(median);
    // Without the hash that is computed for unknown addresses, too, the ratio is 20 and more.
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(3);
  });

  it('isn’t revealed to members by a search for an address, only to administrators', async () => {
    const member = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    const { email } = known.me;
    for (const q of [email, email.slice(0, 8), email.toUpperCase(), '%', '_%', '@example.org', "' or '1'='1"]) {
      const { status, body, text } = await member.client.get(`/api/users?q=${encodeURIComponent(q)}`);
      expect(status).toBe(200);
      if (q !== email.slice(0, 8)) expect(body.users).toEqual([]);
      expect(text).not.toContain('@example.org');
    }
    const found = await admin.client.get(`/api/users?q=${encodeURIComponent(email)}`);
    expect(found.body.users).toMatchObject([{ id: known.me.id, email }]);
    expect((await server.visitor().get('/api/users')).status).toBe(401);
  });

  it('reveals the private fields only to the account itself and to administrators', async () => {
    const member = await server.signUp();
    const calls = [
      `/api/users/${known.me.id}`,
      `/api/musicians/${known.me.id}`,
      '/api/users?size=100',
      `/api/users?q=${known.me.firstName}`,
    ];
    for (const url of calls) {
      const { text } = await member.client.get(url);
      expect(text).not.toMatch(/@example\.org|argon2|password|"role":"|"isCurator":(true|false)|"plan":"/);
    }
  });

  it('gets the same answer for an unknown id and a deleted account', async () => {
    const gone = await server.signUp();
    await server.app.db`update users set deleted_at = now() where id = ${gone.me.id}`;
    for (const path of ['/api/users', '/api/musicians']) {
      const [one, two] = [
        await known.client.get(`${path}/${gone.me.id}`),
        await known.client.get(`${path}/${newId()}`),
      ];
      expect([one.status, one.text]).toEqual([404, two.text]);
    }
  });

  it('can’t be tested for a list of addresses by signing up, because refused sign-ups are counted', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { me } = await limited.signUp();
      const states: number[] = [];
      for (let index = 0; index < 25; index += 1)
        states.push(
          (
            await limited.visitor().post('/api/users/', {
              firstName: 'Nosy',
              lastName: 'Tester',
              email: me.email,
              emailConfirmation: me.email,
              password: 'a long password',
              passwordConfirmation: 'a long password',
            })
          ).status,
        );
      expect(new Set(states)).toEqual(new Set([409, 429]));
      expect(states.at(-1)).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('can’t be tested by changing the own address, because changes count as sign-ups', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { me } = await limited.signUp();
      const accounts = [await limited.signUp(), await limited.signUp(), await limited.signUp(), await limited.signUp()];
      const states: number[] = [];
      for (const account of accounts) {
        const name = (email: string) => requestNewEmail(account, email);
        // Its own address, in any letter case, reveals no other account.
        expect((await name(account.me.email.toUpperCase())).status).toBe(200);
        for (let index = 0; index < 6; index += 1) states.push((await name(me.email)).status);
      }
      // Five per account and day, and at most twenty per network, including the sign-ups.
      expect(states.slice(0, 6)).toEqual([409, 409, 409, 409, 409, 429]);
      expect(states.filter((status) => status === 409)).toHaveLength(13);
      expect(states.at(-1)).toBe(429);
      // The network's count is shared with sign-ups and the check of a field.
      const unique = await limited.visitor().post('/api/checkUnique/', { field: 'email', value: me.email });
      expect(unique.status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('an account that changes its address again and again doesn’t fill a stranger’s mailbox', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const account = await limited.signUp();
      const states: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        const email = `${index % 2 === 0 && index < 5 ? 'a' : 'b'}@victim.example`;
        states.push((await requestNewEmail(account, email)).status);
      }
      expect(states).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
      // These addresses are unconfirmed, so they get no notices about changes, and only one link for each change.
      expect(await limited.app.db`select "to" from outbox where kind = 'address-change'`).toEqual([]);
      expect(await limited.app.db`select 1 from outbox where kind = 'address-confirmation'`).toHaveLength(5);
    } finally {
      await limited.close();
    }
  });
});
