import { expect } from 'vitest';
import { mailVerification } from '../../accounts/auth/mail-verification.ts';
import { newId } from '../../platform/ids.ts';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import {
  type AccountModel,
  type Act,
  type Person,
  choosePassword,
  endAll,
  clearSubject,
  newPassword,
} from './account-model.ts';

/** Most valid links of one kind per account. */
const MOST_LINKS = 5;

/** The token in the newest mail of a kind to this person. */
async function mailedToken(
  { server }: AccountModel,
  { email }: Person,
  kind: 'reset' | 'verification',
): Promise<string> {
  const [mail] = await server.app.db<{ text: string }[]>`
    select text from outbox where kind = ${kind} and "to" = ${email} order by created_at desc, id desc limit 1`;
  return /\/(?:reset|verify)\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Does the job that `/auth/forgot` queues. */
export const requestReset: Act = async (model, { whom }) => {
  await mailReset(model.server.app, whom.email, newId());
  if (!whom.deleted && whom.resets.length < MOST_LINKS) whom.resets.push(await mailedToken(model, whom, 'reset'));
};

export const reset: Act = async (model, { browser, whom, right }) => {
  if (right && whom.resets.length === 0) await requestReset(model, { browser, whom, right });
  const token = right ? whom.resets[0] : whom.former.resets.at(-1);
  const password = newPassword();
  const { status } = await browser.client.post(`/auth/reset/${token ?? 'none'}`, { password });
  const isRight = right && token !== undefined;
  expect(status).toBe(isRight ? 200 : 404);
  if (!isRight) return;
  choosePassword(whom, password);
  // Until now, the account's holder hadn't shown that its address is theirs, so a linked account may belong to a
  // stranger.
  if (!whom.vouched) clearSubject(whom);
  whom.verified = true;
  whom.vouched = true;
  endAll(model, whom);
};

/** Does the job that a sign-up or a request for another link queues. */
async function requestVerification(model: AccountModel, whom: Person): Promise<void> {
  await mailVerification(model.server.app, whom.id, newId());
  if (!whom.deleted && !whom.vouched && whom.verifications.length < MOST_LINKS)
    whom.verifications.push(await mailedToken(model, whom, 'verification'));
}

export const verify: Act = async (model, { browser, whom, right }) => {
  if (right) await requestVerification(model, whom);
  // The wrong case uses a token with another purpose.
  const token = right ? whom.verifications[0] : whom.resets[0];
  const { status } = await browser.client.post(`/auth/verify/${token ?? 'none'}`);
  const isRight = right && token !== undefined;
  // For a confirmed address, the link only shows that its holder reads the mail, so it needs the account's own browser.
  const isElsewhere = whom.verified && browser.person !== whom;
  expect(status).toBe(!isRight ? 404 : isElsewhere ? 409 : 200);
  if (!isRight || isElsewhere) return;
  whom.verified = true;
  if (browser.person === whom) whom.vouched = true;
  whom.verifications = [];
};

/** Sets the first password of an account, or replaces it, given the current one. */
export const setPassword: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  const password = newPassword();
  const isRight = right || person?.password === null;
  const current = right ? person?.password : (person?.former.passwords.at(-1) ?? 'not the password');
  const { status } = await client.post('/auth/reset', { currentPassword: current ?? undefined, password });
  expect(status).toBe(person === null ? 401 : isRight ? 200 : 400);
  if (person === null || !isRight) return;
  choosePassword(person, password);
  endAll(model, person, browser);
};

export const deleteAccount: Act = async (model, { browser, right }) => {
  const { client, person } = browser;
  const password = right ? person?.password : 'not the password';
  const { status } = await client.post('/auth/delete/', {
    email: person?.email ?? 'nobody@example.org',
    password: password ?? 'there is none',
  });
  if (person === null) return expect(status).toBe(401);
  // An account without a password must create one first.
  expect(status).toBe(person.password === null ? 403 : right ? 200 : 400);
  if (status !== 200) return;
  endAll(model, person);
  if (person.password !== null) person.former.passwords.push(person.password);
  person.former.resets.push(...person.resets);
  clearSubject(person);
  Object.assign(person, { deleted: true, password: null, resets: [], verifications: [] });
};
