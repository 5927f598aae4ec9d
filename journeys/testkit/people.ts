import { type APIRequestContext, type Browser, type Page, expect, request, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../../scripts/product.ts';

/** What a browser says of a call that its own page makes. */
export const HEADERS = { 'sec-fetch-site': 'same-origin' };

type Credentials = Pick<Person, 'email' | 'password'>;

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Somebody whom this installation does not know yet. */
export const somebody = (firstName = 'Juno', lastName = 'Reyes'): Person => ({
  firstName,
  lastName,
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: 'a kettle full of songs',
});

/** Where the journeys' installation answers. */
export const origin = (): string => test.info().project.use.baseURL ?? '';

/** A page with a session of its own. */
export const freshPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/**
 * Takes from the pages that follow what a browser keeps from an installation without HTTPS, which this one, at the
 * machine itself, counts as having.
 */
export const withoutHttps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(Crypto.prototype, 'subtle');
    for (const name of ['clipboard', 'share', 'locks', 'serviceWorker', 'credentials'])
      Reflect.deleteProperty(Navigator.prototype, name);
  });

/** Fills the sign-up form, which is open. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Confirm email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
}

/** Fills and sends the form of the login screen, which is open; whether it is refused is the caller's matter. */
export async function trySignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in on the login screen, which is open, and waits until it has led on. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await trySignIn(page, credentials);
  await ledOn(page);
}

/**
 * Waits until the form of signing in or up, which was sent, has led on, and the bar is a member's. What is clicked or
 * opened before that the form would lead away from again.
 */
export async function ledOn(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/\/(login|signup)([?#]|$)/);
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
}

/**
 * Creates an account by the call of the sign-up form, without the form; the page's browser is then signed in, and the next
 * page that it opens knows.
 * @param at another installation than the journeys' own
 */
export async function signUp(page: Page, person = somebody(), at = ''): Promise<Person & { id: string }> {
  const { email: emailConfirmation, password: passwordConfirmation } = person;
  const data = { ...person, emailConfirmation, passwordConfirmation };
  const answer = await page.request.post(`${at}/api/users/`, { headers: HEADERS, data });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  return { ...person, id };
}

/** Signs the page's browser in without the form; the next page that it opens knows. Returns the account's id. */
export async function enter(page: Page, { email, password }: Credentials): Promise<string> {
  const answer = await page.request.post('/auth', { headers: HEADERS, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

/**
 * Forgets the session and what this tab remembers, as a new visit would.
 * @param at another installation than the journeys' own
 */
export async function beVisitor(page: Page, at = ''): Promise<void> {
  // On a page of ours without our script: nothing is written after the clearing.
  await page.goto(`${at}/robots.txt`);
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
}

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;
let administrator: Session | undefined;

/** Does something as the administrator, beside the page's own session. */
export async function asAdmin<T>(work: (admin: APIRequestContext) => Promise<T>): Promise<T> {
  const baseURL = origin();
  const admin = await request.newContext({ baseURL, ...(administrator ? { storageState: administrator } : {}) });
  try {
    if (administrator === undefined) {
      const signedIn = await admin.post('/auth', { headers: HEADERS, data: ADMIN });
      expect(signedIn.status(), await signedIn.text()).toBe(200);
      administrator = await admin.storageState();
    }
    return await work(admin);
  } finally {
    await admin.dispose();
  }
}

/** A musician, signed in in this page's browser, whose plan an administrator has set; returns the id. */
export async function musician(page: Page, plan = 'ghost-pepper'): Promise<string> {
  const { id } = await signUp(page);
  await setUser(id, { plan });
  return id;
}

/** Changes an account as the administrator. */
export const setUser = (id: string, data: object): Promise<void> =>
  asAdmin(async (admin) => {
    const answer = await admin.put(`/api/users/${id}`, { headers: HEADERS, data });
    expect(answer.status(), await answer.text()).toBe(200);
  });

/** Makes this page's person a new one: a certified reviewer. */
export async function reviewer(page: Page): Promise<string> {
  const id = await musician(page);
  await setUser(id, { isCurator: true });
  return id;
}

/** Signs the administrator in in this page's browser. */
export const asAdministrator = (page: Page): Promise<string> => enter(page, ADMIN);

/** To what stands below the playlists of a zone, which are asked for by whoever comes near them. */
export const toEndOfZone = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'RSS feed' }).scrollIntoViewIfNeeded();
