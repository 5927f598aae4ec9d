import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsAbout } from '@scoville/contract/accounts/auth/passwords.ts';
import { newId } from '../../platform/ids.ts';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { checkStrength } from './password-strength.ts';

describe('a new password', () => {
  it.each([
    'password',
    'Password1',
    '12345678',
    'qwertyuiop',
    'iloveyou1',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabc',
    '19871987',
  ])('is rejected with advice if it is common or leaked: %s', async (password) => {
    await expect(checkStrength(password)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^This password is too easy to guess\. [A-Z].*\.$/),
      errors: [{ field: 'password', code: 'weak_password' }],
    });
  });

  it.each(['a long password', 'a kettle full of songs', 'x8#kQ2!vRt', 'пароль из песен и чая', '🎸🥁🎹🎺🎻🪕🎷🪗'])(
    'is accepted if it takes many guesses: %s',
    async (password) => {
      await expect(checkStrength(password)).resolves.toBeUndefined();
    },
  );

  it('is rejected if it consists of its owner’s name or address', async () => {
    const about = wordsAbout({ email: 'juno.reyes@example.org', names: ['Juno', 'Reyes'] });
    for (const password of ['junoreyes', 'JunoReyes', 'juno.reyes@example.org'])
      await expect(checkStrength(password, about), password).rejects.toMatchObject({ status: 400 });
  });

  it('is checked at the maximum length, too', async () => {
    await expect(checkStrength('aB3$'.repeat(32))).rejects.toMatchObject({ status: 400 });
    await expect(
      checkStrength(`${'q7!Zt0#Lw9'.split('').reverse().join('w')}${'x'.repeat(100)}`),
    ).resolves.toBeUndefined();
  });
});

describe('a weak password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is rejected wherever a password is chosen, and nothing changes', async () => {
    const weak = { status: 400, body: { errors: [{ field: 'password', code: 'weak_password' }] } };
    const signUp = await server.visitor().post('/api/users/', {
      firstName: 'Juno',
      lastName: 'Reyes',
      email: 'weak@example.org',
      emailConfirmation: 'weak@example.org',
      password: 'junoreyes',
      passwordConfirmation: 'junoreyes',
    });
    expect(signUp).toMatchObject(weak);
    const { client, me } = await server.signUp();
    const change = await client.post('/auth/reset', { currentPassword: 'a long password', password: 'password1' });
    expect(change).toMatchObject(weak);
    await mailReset(server.app, me.email, newId());
    const [mail] = await server.app.db<{ text: string }[]>`select text from outbox where kind = 'reset'`;
    const token = /\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await server.visitor().post(`/auth/reset/${token}`, { password: 'password1' })).toMatchObject(weak);
    // The reset link still works, and so does the old password.
    expect((await server.visitor().get(`/auth/reset/${token}`)).status).toBe(200);
    expect((await server.visitor().post('/auth', { email: me.email, password: 'a long password' })).status).toBe(200);
  });

  it('is accepted at the sign-in if it was set before the strength of passwords was checked', async () => {
    const { me } = await server.signUp();
    const { hashPassword } = await import('./password.ts');
    await server.app.db`update users set password_hash = ${await hashPassword('password')} where id = ${me.id}`;
    expect((await server.visitor().post('/auth', { email: me.email, password: 'password' })).status).toBe(200);
  });
});
