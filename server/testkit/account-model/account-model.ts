import { expect } from 'vitest';
import type { Authenticator } from '../authenticator.ts';
import type { Client } from '../client.ts';
import type { OpenIdProvider } from '../openid-provider.ts';
import type { TestServer } from '../server.ts';

/** The expected state of an account. */
export interface Person {
  id: string;
  email: string;
  verified: boolean;
  /** True if the owner has confirmed the address while signed in, which proves that they read the mail sent to it. */
  vouched: boolean;
  /** Null for an account that came from a provider, until it chooses a password. */
  password: string | null;
  /** The linked account at the provider; null if none is linked. */
  subject: string | null;
  secret: string | null;
  key: { authenticator: Authenticator; id: string } | null;
  /** Recovery codes that haven't been used. */
  codes: string[];
  /** Tokens of mailed links that are still valid. */
  resets: string[];
  verifications: string[];
  deleted: boolean;
  /** Credentials that once opened this account and must not open it any more. */
  former: { passwords: string[]; secrets: string[]; codes: string[]; resets: string[]; subjects: string[] };
}

/** The expected state of a browser. */
export interface Browser {
  client: Client;
  /** The account that is signed in. */
  person: Person | null;
  /** The account whose second factor is requested. */
  pending: Person | null;
  /** The account whose second factor was requested last, even if that sign-in has ended. */
  lastPending: Person | null;
  /** Number of tries at that second factor. */
  tries: number;
}

/** Accounts and browsers, with the state that the server should have, too. */
export interface AccountModel {
  server: TestServer;
  provider: OpenIdProvider;
  people: Person[];
  browsers: Browser[];
}

/** One step of a test. */
interface Moment {
  browser: Browser;
  /** The account that it is about, if that doesn't follow from the session. */
  whom: Person;
  /** True if it is done like the owner would do it; false to guess, forge, or use an expired credential. */
  right: boolean;
}

export type Act = (model: AccountModel, moment: Moment) => Promise<void>;

let made = 0;
/** Returns a new number each time. */
export const next = (): number => (made += 1);
export const newPassword = (): string => `a long password number ${next()}`;

const MOST_PEOPLE = 2;
/** True if no further account may be added. Deleted ones don't count. */
export const isFull = ({ people }: AccountModel): boolean =>
  people.filter(({ deleted }) => !deleted).length >= MOST_PEOPLE;

export const newBrowser = (server: TestServer): Browser => ({
  client: server.visitor(),
  person: null,
  pending: null,
  lastPending: null,
  tries: 0,
});

export function addPerson(
  model: AccountModel,
  person: Pick<Person, 'id' | 'email' | 'verified' | 'password' | 'subject'>,
): Person {
  const added: Person = {
    ...person,
    // New accounts from a provider are confirmed, because the provider vouches for their address.
    vouched: person.verified,
    secret: null,
    key: null,
    codes: [],
    resets: [],
    verifications: [],
    deleted: false,
    former: { passwords: [], secrets: [], codes: [], resets: [], subjects: [] },
  };
  model.people.push(added);
  return added;
}

export const hasFactor = ({ secret, key }: Person): boolean => secret !== null || key !== null;

/**
 * Records a right password or provider sign-in: the person is signed in, or their second factor is requested. The
 * browser's earlier session ends.
 */
export function enter(browser: Browser, person: Person): void {
  browser.person = null;
  if (hasFactor(person)) Object.assign(browser, { pending: person, lastPending: person, tries: 0 });
  else browser.person = person;
}

/** Ends every session of the person except the one in `but`, and every unfinished sign-in. */
export function endAll(model: AccountModel, person: Person, but: Browser | null = null): void {
  for (const browser of model.browsers) {
    if (browser !== but && browser.person === person) browser.person = null;
    if (browser.pending === person) browser.pending = null;
  }
}

/** Records another password, which invalidates links to reset it. */
export function choosePassword(person: Person, password: string): void {
  person.former.resets.push(...person.resets.splice(0));
  if (person.password !== null) person.former.passwords.push(person.password);
  person.password = password;
}

/** Records that the provider's account is no longer linked and must not open this account. */
export function clearSubject(person: Person): void {
  if (person.subject !== null) person.former.subjects.push(person.subject);
  person.subject = null;
}

/** Checks that each browser is signed in as expected, or not at all, and that its account has the expected state. */
export async function check({ browsers }: AccountModel, what: string): Promise<void> {
  for (const { client, person } of browsers) {
    const { body, status } = await client.get('/api/users/me');
    expect([status, body.id ?? null], what).toEqual(person === null ? [401, null] : [200, person.id]);
    if (person === null) continue;
    expect({ hasAuth: body.hasAuth, isVerified: body.isVerified, isVouched: body.isVouched }, what).toEqual({
      hasAuth: person.password !== null,
      isVerified: person.verified,
      isVouched: person.vouched,
    });
    if (person.password === null) continue;
    const factors = (await client.get('/api/second-factor')).body;
    expect([factors.totp, factors.passkeys.length, factors.recoveryCodesLeft], what).toEqual([
      person.secret !== null,
      person.key === null ? 0 : 1,
      person.codes.length,
    ]);
  }
}
