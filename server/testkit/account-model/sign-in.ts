import { expect } from 'vitest';
import { answerAt } from '../openid-provider.ts';
import { codeOf } from '../totp-code.ts';
import {
  type AccountModel,
  type Act,
  type Browser,
  type Person,
  addPerson,
  enter,
  hasFactor,
  isFull,
  newPassword,
  next,
} from './account-model.ts';

/** The address at which providers and passkeys expect the product. */
export const HOME = 'http://127.0.0.1:3000';

export const signUp: Act = async (model, { browser }) => {
  if (isFull(model)) return;
  const [email, password] = [`life${next()}@example.org`, newPassword()];
  const { status, body } = await browser.client.post('/api/users/', {
    firstName: 'Life',
    lastName: 'Tester',
    email,
    emailConfirmation: email,
    password,
    passwordConfirmation: password,
  });
  expect(status).toBe(200);
  browser.person = addPerson(model, { id: body.id, email, verified: false, password, subject: null });
};

export const signIn: Act = async (_life, { browser, whom, right }) => {
  const { email, deleted } = whom;
  const password = right ? whom.password : (whom.former.passwords.at(-1) ?? 'not the password');
  const { status } = await browser.client.post('/auth', { email, password: password ?? 'there is none' });
  const isRight = right && password !== null && !deleted;
  expect(status).toBe(isRight && !hasFactor(whom) ? 200 : 401);
  if (isRight) enter(browser, whom);
};

export const signOut: Act = async (_life, { browser }) => {
  await browser.client.get('/auth/logout');
  browser.person = null;
};

/** Delivers the provider's answer to the product; returns the address of the redirect. */
export async function followProviderReturn({ client }: Browser, answered: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const answer = await client.send({ method: 'GET', url: answered.slice(HOME.length), headers });
  return String(answer.headers['location']);
}

async function byProvider(browser: Browser, subject: string): Promise<string> {
  const { headers } = await browser.client.get('/auth/corp');
  return followProviderReturn(browser, await answerAt(String(headers['location']), subject));
}

const ledTo = (person: Person): string => `/login?${hasFactor(person) ? 'secondFactor' : 'signedIn'}=true`;

/**
 * Signs in with the provider's account that is linked to this account, or, in the wrong case, with one that was linked
 * before.
 */
export const signInByProvider: Act = async (model, { browser, whom, right }) => {
  const subject = right ? whom.subject : (whom.former.subjects[0] ?? null);
  if (subject === null) return;
  if (right) {
    expect(await byProvider(browser, subject)).toBe(ledTo(whom));
    return enter(browser, whom);
  }
  // The provider has another address for it than the account, so it counts as a stranger's.
  whom.former.subjects.shift();
  const email = `${subject}-${next()}@example.org`;
  model.provider.accounts.set(subject, { email, email_verified: true, name: 'Life Tester' });
  return beStranger(model, browser, { subject, email });
};

/** Signs in with a provider's account that isn't linked here, which creates a new account. */
async function beStranger(
  model: AccountModel,
  browser: Browser,
  { subject, email }: { subject: string; email: string },
) {
  expect(await byProvider(browser, subject)).toBe('/login?signedIn=true');
  const { body } = await browser.client.get('/api/users/me');
  expect(model.people.map(({ id }) => id)).not.toContain(body.id);
  browser.person = addPerson(model, { id: body.id, email, verified: true, password: null, subject });
}

/** Signs in with a new account of the provider. */
export const signInAsStranger: Act = async (model, { browser }) => {
  if (isFull(model)) return;
  const subject = `life-${next()}`;
  const email = `${subject}@example.org`;
  model.provider.accounts.set(subject, { email, email_verified: true, name: 'Life Tester' });
  await beStranger(model, browser, { subject, email });
};

/**
 * Signs in with a new account of the provider that has an address of an account here. `right` makes the provider vouch
 * for the address.
 */
export const signInByAddress: Act = async (model, { browser, whom, right }) => {
  if (whom.deleted) return;
  const subject = `life-${next()}`;
  model.provider.accounts.set(subject, { email: whom.email, email_verified: right, name: 'Life Tester' });
  const led = await byProvider(browser, subject);
  const refusal = !right || !whom.vouched ? 'link-first' : whom.subject === null ? null : 'one-each';
  expect(led).toBe(refusal === null ? ledTo(whom) : `/login?refusal=${refusal}`);
  if (refusal !== null) return;
  whom.subject = subject;
  enter(browser, whom);
};

/** Sends a second factor for the sign-in in this browser; returns true if it was accepted. */
async function finish(browser: Browser, given: object, isRight: boolean): Promise<boolean> {
  const { pending } = browser;
  const isIn = isRight && pending !== null && !pending.deleted;
  expect((await browser.client.post('/auth/second-factor', given)).status).toBe(isIn ? 200 : 401);
  browser.tries += 1;
  if (isIn) browser.person = pending;
  if (isIn || browser.tries === 5) browser.pending = null;
  return isIn;
}

export const enterCode: Act = async ({ server }, { browser, right }) => {
  const person = browser.lastPending;
  const secret = (right ? person?.secret : person?.former.secrets.at(-1)) ?? null;
  // Simulates the passing of time, after which a code of the same period can be used.
  if (person !== null) await server.app.db`update totp_secrets set last_step = null where user_id = ${person.id}`;
  await finish(browser, { code: secret === null ? '000000' : codeOf(secret) }, right && secret !== null);
};

export const enterRecoveryCode: Act = async (_life, { browser, right }) => {
  const person = browser.lastPending;
  const code = right ? person?.codes[0] : person?.former.codes.at(-1);
  const isIn = await finish(browser, { recoveryCode: code ?? '0000-0000-0000-0000' }, right && code !== undefined);
  if (isIn) person?.former.codes.push(...person.codes.splice(0, 1));
};

export const signWithPasskey: Act = async (_life, { browser, right }) => {
  const key = browser.lastPending?.key ?? null;
  if (key === null) return;
  const { passkey = { challenge: 'none' } } = (await browser.client.get('/auth/second-factor')).body;
  await finish(
    browser,
    { passkey: key.authenticator.sign(passkey, right ? {} : { origin: 'https://evil.example' }) },
    right,
  );
};
