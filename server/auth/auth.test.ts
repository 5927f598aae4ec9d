import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../testkit/server.ts';

const form = (changes: Record<string, string> = {}) => ({
  firstName: 'Juno',
  lastName: 'Reyes',
  email: 'juno@example.org',
  emailConfirmation: 'juno@example.org',
  password: 'a long password',
  passwordConfirmation: 'a long password',
  ...changes,
});

describe('accounts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => server.close());

  it('AU-04 API-63 EN-02 begins as a musician, signed in; a listener says so', async () => {
    const client = server.visitor();
    const answer = await client.post('/api/users/', form());
    expect(answer).toMatchObject({
      status: 200,
      body: { _type: 'Musician', role: 'user', hasAuth: true, email: 'juno@example.org' },
    });
    expect((await client.get('/api/users/me')).body._type).toBe('Musician');
    const listener = await server
      .visitor()
      .post('/api/users/', form({ email: 'l@example.org', emailConfirmation: 'l@example.org', _type: 'Listener' }));
    expect(listener.body._type).toBe('Listener');
    const other = await server
      .visitor()
      .post('/api/users/', form({ email: 'm@example.org', emailConfirmation: 'm@example.org', _type: 'Boss' }));
    expect(other).toMatchObject({ status: 400, body: { errors: [{ field: '_type' }] } });
  });

  it.each([
    ['VA-03', { firstName: '' }, 'firstName', 'Please enter your first name.'],
    ['VA-04', { lastName: ' ' }, 'lastName', 'Please enter your last name.'],
    ['VA-05', { email: 'x@' }, 'email', 'Please enter a valid email.'],
    ['VA-06', { emailConfirmation: '' }, 'emailConfirmation', 'Please confirm your email.'],
    ['VA-07', { emailConfirmation: 'other@example.org' }, 'emailConfirmation', 'Emails entered do not match.'],
    ['VA-08', { password: '', passwordConfirmation: '' }, 'password', 'Please enter a valid password.'],
    ['VA-09', { passwordConfirmation: 'another password' }, 'passwordConfirmation', 'Passwords entered do not match.'],
  ])('%s refuses a sign-up with %j, at its field', async (_row, changes, field, sentence) => {
    const answer = await server.visitor().post('/api/users/', form(changes));
    expect(answer.status).toBe(400);
    const error = answer.body.errors.find((one: { field: string }) => one.field === field);
    expect(error.message).toContain(sentence);
  });

  it('VA-54 says that an address is taken, whatever the case of its letters', async () => {
    const answer = await server
      .visitor()
      .post('/api/users/', form({ email: 'JUNO@example.org', emailConfirmation: 'juno@EXAMPLE.org' }));
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email', message: 'An existing user already has that email' }] },
    });
  });

  it('PM-08 takes no rights and no counters from the form', async () => {
    const client = server.visitor();
    const answer = await client.post('/api/users/', {
      ...form({ email: 'e@example.org', emailConfirmation: 'e@example.org' }),
      role: 'admin',
      isCurator: true,
      plan: 'ghost-pepper',
      playCount: 9,
    });
    expect(answer.body).toMatchObject({ role: 'user', isCurator: false, plan: 'mild', playCount: 0 });
    expect((await client.put(`/api/users/${answer.body.id}`, { role: 'admin' })).status).toBe(403);
  });

  it('AU-01 API-05 signs in with the right pair and refuses the wrong one, in the same words whether the address exists', async () => {
    const client = server.visitor();
    expect((await client.post('/auth', { email: 'juno@example.org', password: 'a long password' })).body.email).toBe(
      'juno@example.org',
    );
    const wrong = await server.visitor().post('/auth', { email: 'juno@example.org', password: 'not this' });
    const nobody = await server.visitor().post('/auth', { email: 'nobody@example.org', password: 'not this' });
    expect(wrong.status).toBe(401);
    expect(wrong.body.errors[0]).toMatchObject({ field: 'password', code: 'wrong_credentials' });
    expect(nobody.body).toEqual(wrong.body);
  });

  it('VA-01 VA-02 says what a sign-in lacks', async () => {
    const answer = await server.visitor().post('/auth', { email: 'x', password: '' });
    expect(answer.body.errors.map((one: { message: string }) => one.message).sort()).toEqual([
      'Please enter a valid email.',
      'Please enter a valid password.',
    ]);
  });

  it('API-06 ends the session at sign-out, on the server too', async () => {
    const { client } = await server.signUp();
    const stolen = client.cookies.get('session') ?? '';
    expect((await client.get('/auth/logout')).status).toBe(200);
    client.cookies.set('session', stolen);
    expect((await client.get('/api/users/me')).status).toBe(401);
  });

  it('sets a cookie that scripts cannot read, and another one at every sign-in', async () => {
    const { client, me } = await server.signUp();
    const before = client.cookies.get('session');
    const answer = await client.post('/auth', { email: me.email, password: 'a long password' });
    expect(String(answer.headers['set-cookie'])).toMatch(/session=[^;]+;.*HttpOnly.*SameSite=Lax/);
    expect(client.cookies.get('session')).not.toBe(before);
    const [row] = await server.app.db`select count(*)::int as n from sessions where user_id = ${me.id}`;
    expect(row?.['n']).toBe(1);
  });

  it('ends all sessions when an account gets another role', async () => {
    const boss = await server.signUp({ role: 'admin' });
    const { client, me } = await server.signUp();
    expect((await boss.client.put(`/api/users/${me.id}`, { role: 'admin' })).body.role).toBe('admin');
    expect((await client.get('/api/users/me')).status).toBe(401);
  });

  it('stops guessing after ten tries', async () => {
    const client = server.visitor();
    const tries = [];
    for (let index = 0; index < 11; index += 1)
      tries.push((await client.post('/auth', { email: 'target@example.org', password: 'guess' })).status);
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('keeps neither passwords nor tokens as they are', async () => {
    const { client, me } = await server.signUp();
    const [user] = await server.app.db`select password_hash from users where id = ${me.id}`;
    expect(user?.['password_hash']).toMatch(/^argon2id\$/);
    const token = client.cookies.get('session') ?? '';
    const sessions = await server.app.db`select encode(token_hash, 'escape') as hash from sessions`;
    expect(sessions.map((row) => row['hash'])).not.toContain(token);
  });
});
