import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import {
  PASSWORD,
  requestNewEmail,
  confirmAt,
  moveTo,
  newAddress,
  signInStatus,
  signUpVouched,
  tokensOf,
} from '../../testkit/email-changes.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { endingSessionMeanwhile } from '../../testkit/session-ends.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { lockUser } from '../../accounts/users/users.queries.ts';
import { mailReset } from './mail-reset.ts';
import { requestEmailChange } from './request-email-change.ts';

const TWENTY = Array.from({ length: 20 }, (_, index) => index);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => server.close());

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const confirm = (token = 'none') => server.visitor().post(`/api/email-change/confirm/${token}`);
const undo = (token = 'none') => server.visitor().post(`/api/email-change/undo/${token}`);
const signUpWith = (email: string, at = server) =>
  at.visitor().post('/api/users/', {
    firstName: 'The',
    lastName: 'Thief',
    email,
    emailConfirmation: email,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
  });

it('twenty simultaneous requests for new addresses leave one pending, and only its link works', async () => {
  const account = await signUpVouched(server);
  const addresses = TWENTY.map(newAddress);
  const answers = await Promise.all(addresses.map((email) => requestNewEmail(account, email)));
  expect(statuses(answers)).toEqual(TWENTY.map(() => 200));
  const { email: waiting } = (await account.client.get('/api/users/me')).body.pendingEmail;
  const confirmed = [];
  for (const email of addresses) if ((await confirmAt(server, email)).status === 200) confirmed.push(email);
  expect(confirmed).toEqual([waiting]);
});

it('a link that is opened twenty times simultaneously confirms once', async () => {
  const account = await signUpVouched(server);
  const email = newAddress();
  await requestNewEmail(account, email);
  const [token] = await tokensOf(server, email, 'confirm-email');
  expect(statuses(await Promise.all(TWENTY.map(() => confirm(token))))).toEqual([200, ...Array<number>(19).fill(404)]);
});

it('if ten accounts confirm the same new address simultaneously, only one of them gets it', async () => {
  const email = newAddress();
  const accounts = await Promise.all(TWENTY.slice(0, 10).map(() => signUpVouched(server)));
  for (const account of accounts) await requestNewEmail(account, email);
  const tokens = await tokensOf(server, email, 'confirm-email');
  expect(tokens).toHaveLength(10);
  const answers = await Promise.all(tokens.map(confirm));
  expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
});

it('an undo during the confirmation restores the former address, and twenty simultaneous undos succeed once', async () => {
  for (const first of [confirm, undo]) {
    const account = await signUpVouched(server);
    const email = newAddress();
    await requestNewEmail(account, email);
    const [confirming] = await tokensOf(server, email, 'confirm-email');
    const [undoing] = await tokensOf(server, account.me.email, 'undo-email');
    const calls = TWENTY.map(() => [() => confirm(confirming), () => undo(undoing)]).map((both) =>
      first === undo ? both.reverse() : both,
    );
    const answers = await Promise.all(calls.flatMap((both) => both.map((call) => call())));
    expect(answers.filter(({ status, body }) => status === 200 && 'resetToken' in body)).toHaveLength(1);
    expect([await signInStatus(server, account.me.email), await signInStatus(server, email)]).toEqual([200, 401]);
    expect((await account.client.get('/api/users/me')).status).toBe(401);
  }
});

it('if a password reset and a confirmation are simultaneous, only one of the two succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const account = await signUpVouched(server);
    const email = newAddress();
    await mailReset(server.app, account.me.email, newId());
    const [reset] = await tokensOf(server, account.me.email, 'reset');
    await requestNewEmail(account, email);
    const [token] = await tokensOf(server, email, 'confirm-email');
    const password = 'the owner chose this 1';
    const [confirmed, chosen] = await Promise.all([
      confirm(token),
      server.visitor().post(`/auth/reset/${reset}`, { password }),
    ]);
    // The first call voids the other's link.
    expect(statuses([confirmed, chosen])).toEqual([200, 404]);
  }
});

it('a deletion during the confirmation deletes the account, or leaves it complete with the new address', async () => {
  for (let round = 0; round < 5; round += 1) {
    const account = await signUpVouched(server);
    const email = newAddress();
    await requestNewEmail(account, email);
    const [token] = await tokensOf(server, email, 'confirm-email');
    const [confirmed, deleted] = await Promise.all([
      confirm(token),
      account.client.post('/auth/delete', { email: account.me.email, password: PASSWORD }),
    ]);
    // The address in the deletion may be outdated by then, if the confirmation was first.
    const rows = await server.app.db`select email from users where email in (${email}, ${account.me.email})`;
    if (deleted.status === 200) expect(rows).toHaveLength(0);
    else expect([deleted.status, confirmed.status, rows[0]?.['email']]).toEqual([400, 200, email]);
  }
});

it('a sign-up with the address that an account is just giving up is rejected', async () => {
  // Without mail, an address changes immediately, so no pending change reserves the former address beforehand.
  const silent = await startTestServer();
  try {
    const { db } = silent.app;
    const { id, email } = (await silent.signUp()).me;
    const { signingUp } = await transaction(db, async (tx) => {
      const before = await lockUser(tx, id);
      if (before === null) throw new Error('There is no such account.');
      await requestEmailChange(silent.app, tx, before, newAddress(), { reason: null, network: '127.0.0.1' });
      const sent = signUpWith(email, silent);
      await untilWaiting(db, 1);
      return { signingUp: sent };
    });
    expect((await signingUp).status).toBe(409);
  } finally {
    await silent.close();
  }
});

it('rejects the request for a new address if the session ends during the call', async () => {
  const account = await signUpVouched(server);
  const email = newAddress();
  const answer = await endingSessionMeanwhile(server.app.db, account.me.id, () => requestNewEmail(account, email));
  expect(answer.status).toBe(401);
  expect(await server.app.db`select 1 from email_changes where user_id = ${account.me.id}`).toHaveLength(0);
});

it('an open session can’t take over an account by its address, its reset link, its password or its data export', async () => {
  const owner = await signUpVouched(server);
  const thief = server.visitor();
  thief.cookies.set('session', owner.client.cookies.get('session') ?? '');
  const evil = newAddress();
  const tries = [
    await thief.put(`/api/users/${owner.me.id}`, { email: evil }),
    await thief.post('/auth/reset', { password: 'the thief chose this 1' }),
    await thief.post('/auth/reset', { currentPassword: 'a guess', password: 'the thief chose this 1' }),
    await thief.post('/api/second-factor/totp'),
    await thief.post('/api/sessions/end'),
    await thief.post('/api/data-export'),
    await thief.post('/api/data-export/file'),
    await thief.post('/auth/delete', { email: owner.me.email }),
  ];
  expect(statuses(tries)).toEqual(tries.map(() => 400));
  await mailReset(server.app, evil, newId());
  expect(await server.app.db`select 1 from outbox where "to" = ${evil}`).toHaveLength(0);
  expect(await signInStatus(server, owner.me.email)).toBe(200);
});

it('a thief with the password loses the account again through the link in the owner’s mail', async () => {
  const owner = await signUpVouched(server);
  const thief = { client: server.visitor(), me: owner.me };
  await thief.client.post('/auth', { email: owner.me.email, password: PASSWORD });
  const evil = newAddress();
  await moveTo(server, thief, evil);
  const chosen = 'the thief chose this 1';
  expect((await thief.client.post('/auth/reset', { currentPassword: PASSWORD, password: chosen })).status).toBe(200);
  const [token] = await tokensOf(server, owner.me.email, 'undo-email');
  const { body } = await undo(token);
  await server.visitor().post(`/auth/reset/${body.resetToken}`, { password: 'the owner chose this 1' });
  expect((await thief.client.get('/api/users/me')).status).toBe(401);
  expect([await signInStatus(server, evil, chosen), await signInStatus(server, owner.me.email, chosen)]).toEqual([
    401, 401,
  ]);
  expect(await signInStatus(server, owner.me.email, 'the owner chose this 1')).toBe(200);
});
