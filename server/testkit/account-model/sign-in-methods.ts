import { expect } from 'vitest';
import { Authenticator } from '../authenticator.ts';
import { answerAt } from '../openid-provider.ts';
import {
  type AccountModel,
  type Act,
  type Browser,
  type Person,
  endAll,
  clearSubject,
  hasFactor,
  next,
} from './account-model.ts';
import { codeOf } from '../totp-code.ts';
import { HOME, followProviderReturn } from './sign-in.ts';

/** 401 if no account is signed in, 403 if the account has no password yet; null if the call is allowed. */
const refusalOf = (person: Person | null): 401 | 403 | null =>
  person === null ? 401 : person.password === null ? 403 : null;

/** Links a new account of the provider, or, in the wrong case, one that is linked to another account. */
export const link: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  const begun = await client.post('/api/identities/corp', { password: person?.password ?? 'there is none' });
  expect(begun.status).toBe(refusalOf(person) ?? (person?.vouched === false ? 403 : 200));
  if (person === null || begun.status !== 200) return;
  const other = right ? null : (model.people.find((one) => one !== person && one.subject !== null)?.subject ?? null);
  const subject = other ?? `life-${next()}`;
  if (other === null)
    model.provider.accounts.set(subject, { email: `elsewhere-${subject}@example.org`, email_verified: true });
  const led = await followProviderReturn(browser, await answerAt(begun.body.url, subject));
  const refusal = other !== null ? 'taken' : person.subject === null ? null : 'one-each';
  const outcome = refusal === null ? 'linked=corp' : `refusal=${refusal}`;
  expect(led).toBe(`/account/overview?${outcome}#linked-accounts`);
  if (refusal === null) person.subject = subject;
};

export const unlink: Act = async (_life, { browser: { client, person }, right }) => {
  const { status } = await client.post('/api/identities/corp/unlink', passwordOf(person, right));
  expect(status).toBe(statusOf(person, right));
  if (person !== null && status === 200) clearSubject(person);
};

const passwordOf = (person: Person | null, right: boolean) => ({
  password: (right ? person?.password : null) ?? 'not the password',
});

/** The expected status of a change that needs the password. Adding a factor also needs a vouched address. */
const statusOf = (person: Person | null, right: boolean): number => refusalOf(person) ?? (right ? 200 : 400);
const statusOfNew = (person: Person | null, right: boolean): number => {
  const status = statusOf(person, right);
  return status === 200 && person?.vouched === false ? 403 : status;
};

/** The first factor creates recovery codes, and ends the sessions that were opened without it. */
function began(model: AccountModel, browser: Browser, person: Person, codes: string[] | null): void {
  if (codes === null) return;
  person.codes = codes;
  endAll(model, person, browser);
}

export const addApp: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  const begun = await client.post('/api/second-factor/totp', passwordOf(person, right));
  const expected = statusOfNew(person, right);
  expect(begun.status).toBe(expected === 200 && person?.secret !== null ? 409 : expected);
  if (person === null || begun.status !== 200) return;
  const confirmed = await client.put('/api/second-factor/totp', { code: codeOf(begun.body.secret) });
  expect(confirmed.status).toBe(200);
  person.secret = begun.body.secret;
  began(model, browser, person, confirmed.body.recoveryCodes);
};

export const addKey: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  if (person !== null && person.key !== null) return;
  const begun = await client.post('/api/second-factor/passkeys/options', passwordOf(person, right));
  expect(begun.status).toBe(statusOfNew(person, right));
  if (person === null || begun.status !== 200) return;
  const authenticator = new Authenticator(HOME);
  const response = authenticator.register(begun.body.options);
  const added = await client.post('/api/second-factor/passkeys', { name: 'Key', response });
  expect(added.status, added.text).toBe(200);
  person.key = { authenticator, id: added.body.passkeys.at(-1).id };
  began(model, browser, person, added.body.recoveryCodes);
};

async function remove({ client, person }: Browser, right: boolean, factor: string | undefined): Promise<boolean> {
  if (factor === undefined) return false;
  const { status } = await client.post('/api/second-factor/remove', { ...passwordOf(person, right), factor });
  expect(status).toBe(statusOf(person, right));
  return status === 200;
}

function clearCodes(person: Person): void {
  if (!hasFactor(person)) person.former.codes.push(...person.codes.splice(0));
}

export const removeApp: Act = async (_life, { browser, right }) => {
  const { person } = browser;
  if (!(await remove(browser, right, 'totp')) || person === null) return;
  if (person.secret !== null) person.former.secrets.push(person.secret);
  person.secret = null;
  clearCodes(person);
};

export const removeKey: Act = async (_life, { browser, right }) => {
  const { person } = browser;
  if (!(await remove(browser, right, person?.key?.id)) || person === null) return;
  person.key = null;
  clearCodes(person);
};

export const renewCodes: Act = async (_life, { browser: { client, person }, right }) => {
  const renewed = await client.post('/api/second-factor/recovery-codes', passwordOf(person, right));
  const expected = statusOf(person, right);
  expect(renewed.status).toBe(expected === 200 && person !== null && !hasFactor(person) ? 409 : expected);
  if (person === null || renewed.status !== 200) return;
  person.former.codes.push(...person.codes);
  person.codes = renewed.body.recoveryCodes;
};

/** Accounts without a password have just signed in at the provider, which counts as the right password. */
export const endOtherSessions: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  const { status } = await client.post('/api/sessions/end', passwordOf(person, right));
  expect(status).toBe(person === null ? 401 : right || person.password === null ? 200 : 400);
  if (status === 200) endSessionsBut(model, browser);
};

export const endSessionsOneByOne: Act = async (model, { browser }) => {
  const { client, person } = browser;
  const listed = (await client.get('/api/sessions')).body.sessions ?? [];
  const open = model.browsers.filter((one) => person !== null && one.person === person);
  expect(listed).toHaveLength(open.length);
  for (const session of listed.slice(1)) await client.post(`/api/sessions/${session.id}/end`, passwordOf(person, true));
  endSessionsBut(model, browser);
};

/** Sign-ins that wait for their second factor continue. */
function endSessionsBut(model: AccountModel, browser: Browser): void {
  const { person } = browser;
  for (const other of model.browsers) if (other !== browser && other.person === person) other.person = null;
}
