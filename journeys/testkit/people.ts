import { type APIRequestContext, type Browser, type Page, expect, request, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../../scripts/product.ts';

/** The header that browsers add to a request that a page makes to its own origin. */
export const HEADERS = { 'sec-fetch-site': 'same-origin' };

type Credentials = Pick<Person, 'email' | 'password'>;

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** The data of a person who has no account yet. */
export const somebody = (firstName = 'Juno', lastName = 'Reyes'): Person => ({
  firstName,
  lastName,
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: 'a kettle full of songs',
});

/** The origin of the product for this journey. */
export const origin = (): string => test.info().project.use.baseURL ?? '';

/** Opens a page with its own session. */
export const freshPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/**
 * Removes the APIs that browsers don't offer without HTTPS from the documents that this page loads later. This product
 * runs on the same machine as the browser, so the browser treats it as secure.
 */
export const withoutHttps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(Crypto.prototype, 'subtle');
    for (const name of ['clipboard', 'share', 'locks', 'serviceWorker', 'credentials'])
      Reflect.deleteProperty(Navigator.prototype, name);
  });

/** Fills in the open sign-up form. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Confirm email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
}

/** Fills in and sends the open login form. The caller checks whether the sign-in succeeds. */
export async function trySignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in with the open login form, and waits until the page has left the form. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await trySignIn(page, credentials);
  await ledOn(page);
}

/**
 * Waits until the page has left a submitted sign-in or sign-up form, and has a member's navbar. Otherwise, the form
 * would lead away from what the caller clicks or opens next.
 */
export async function ledOn(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/\/(login|signup)([?#]|$)/);
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
}

/**
 * Creates an account with the sign-up form's API call, without the form. The page's browser is then signed in, which
 * the page shows from the next document on.
 * @param at origin of another product than the journeys' own
 */
export async function signUp(page: Page, person = somebody(), at = ''): Promise<Person & { id: string }> {
  const { email: emailConfirmation, password: passwordConfirmation } = person;
  const data = { ...person, emailConfirmation, passwordConfirmation };
  const answer = await page.request.post(`${at}/api/users/`, { headers: HEADERS, data });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  return { ...person, id };
}

/** Signs in the page's browser without the form; documents opened later show that. Returns the account's id. */
export async function enter(page: Page, { email, password }: Credentials): Promise<string> {
  const answer = await page.request.post('/auth', { headers: HEADERS, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

/**
 * Removes the session and the tab's storage, like a new visit.
 * @param at origin of another product than the journeys' own
 */
export async function beVisitor(page: Page, at = ''): Promise<void> {
  // Clear the storage on a page of the same origin without our scripts, which could write to it again.
  await page.goto(`${at}/robots.txt`);
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
}

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;
let administrator: Session | undefined;

/** Runs requests as the administrator. The page keeps its own session. */
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

/** Signs up a musician in the page's browser, with a plan that the administrator sets. Returns the id. */
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

/** Signs up a certified reviewer in the page's browser. Returns the id. */
export async function reviewer(page: Page): Promise<string> {
  const id = await musician(page);
  await setUser(id, { isCurator: true });
  return id;
}

/** Signs in the page's browser as the administrator. */
export const asAdministrator = (page: Page): Promise<string> => enter(page, ADMIN);

/** Scrolls to the end of a zone, below the playlists, which load when they come near the viewport. */
export const toEndOfZone = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'RSS feed' }).scrollIntoViewIfNeeded();
