import { expect } from 'vitest';
import type { Authenticator } from '../authenticator.ts';
import type { Client } from '../client.ts';
import type { OpenIdProvider } from '../openid-provider.ts';
import type { TestServer } from '../server.ts';

/** An account as it should be. */
export interface Person {
  id: string;
  email: string;
  verified: boolean;
  /** Whoever holds it showed that they read mail at its address. */
  vouched: boolean;
  /** None of an account that came from a provider, until it chooses one. */
  password: string | null;
  /** Its account at the provider, while that is linked. */
  subject: string | null;
  secret: string | null;
  key: { authenticator: Authenticator; id: string } | null;
  /** Recovery codes that were not used. */
  codes: string[];
  /** Tokens of mailed links that still open something. */
  resets: string[];
  verifications: string[];
  deleted: boolean;
  /** What opened this account once and must not any more. */
  former: { passwords: string[]; secrets: string[]; codes: string[]; resets: string[]; subjects: string[] };
}

/** A browser as it should be. */
export interface Browser {
  client: Client;
  /** Who is signed in. */
  person: Person | null;
  /** Whose second factor is asked for. */
  asked: Person | null;
  /** Whose was asked for last, though that may be over. */
  askedLast: Person | null;
  /** How often something was given as that factor. */
  tries: number;
}

/** Some accounts in some browsers, as the server should have them too. */
export interface AccountModel {
  server: TestServer;
  provider: OpenIdProvider;
  people: Person[];
  browsers: Browser[];
}

/** One thing that happens. */
interface Moment {
  browser: Browser;
  /** Whose account it is about, where nobody need be signed in for it. */
  whom: Person;
  /** It is done as its owner would do it; else as somebody who guesses, forges, or has what is over. */
  right: boolean;
}

export type Act = (model: AccountModel, moment: Moment) => Promise<void>;

let made = 0;
/** Another number each time. */
export const next = (): number => (made += 1);
export const newPassword = (): string => `a long password number ${next()}`;

const MOST_PEOPLE = 2;
/** Is there room for another account beside those that are not deleted? */
export const isFull = ({ people }: AccountModel): boolean =>
  people.filter(({ deleted }) => !deleted).length >= MOST_PEOPLE;

export const newBrowser = (server: TestServer): Browser => ({
  client: server.visitor(),
  person: null,
  asked: null,
  askedLast: null,
  tries: 0,
});

export function addPerson(
  model: AccountModel,
  person: Pick<Person, 'id' | 'email' | 'verified' | 'password' | 'subject'>,
): Person {
  const added: Person = {
    ...person,
    // Only a provider says of a new one whose address it has.
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

/** Whoever proved who they are: in, or asked for the second factor. Who was in before in this browser is out. */
export function enter(browser: Browser, person: Person): void {
  browser.person = null;
  if (hasFactor(person)) Object.assign(browser, { asked: person, askedLast: person, tries: 0 });
  else browser.person = person;
}

/** Every session and every sign-in that was begun ends, but one session. */
export function endAll(model: AccountModel, person: Person, but: Browser | null = null): void {
  for (const browser of model.browsers) {
    if (browser !== but && browser.person === person) browser.person = null;
    if (browser.asked === person) browser.asked = null;
  }
}

/** Another password; links for a new one are over. */
export function choosePassword(person: Person, password: string): void {
  person.former.resets.push(...person.resets.splice(0));
  if (person.password !== null) person.former.passwords.push(person.password);
  person.password = password;
}

/** What is linked no more opens nothing any more. */
export function forgetSubject(person: Person): void {
  if (person.subject !== null) person.former.subjects.push(person.subject);
  person.subject = null;
}

/** Nobody is signed in who should not be, nobody is signed out who should not be, and accounts are as they should be. */
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
