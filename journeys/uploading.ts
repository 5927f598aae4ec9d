import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, type Page, expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ADMIN } from '../playwright.config.ts';
import { signUp, somebody } from './people.ts';

const HEADERS = { 'sec-fetch-site': 'same-origin' };

/** A musician, signed in on this page, whose plan an administrator has set. */
export async function musician(page: Page, plan = 'ghost-pepper'): Promise<string> {
  await signUp(page, somebody());
  const { id } = (await (await page.request.get('/api/users/me')).json()) as { id: string };
  await asAdmin(page, (admin) => admin.put(`/api/users/${id}`, { headers: HEADERS, data: { plan } }));
  return id;
}

/** Does something as the administrator, beside the page's own session. */
export async function asAdmin<T>(page: Page, work: (admin: APIRequestContext) => Promise<T>): Promise<T> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  try {
    const signedIn = await context.request.post('/auth', { headers: HEADERS, data: ADMIN });
    expect(signedIn.ok()).toBe(true);
    return await work(context.request);
  } finally {
    await context.close();
  }
}

/** Uploads a file by the plain call and returns its media's id. */
export async function uploaded(page: Page, path: string, name = basename(path)): Promise<string> {
  const file = { name, mimeType: 'application/octet-stream', buffer: await readFile(path) };
  const answer = await page.request.post('/api/upload', { headers: HEADERS, multipart: { file } });
  expect(answer.status(), await answer.text()).toBe(202);
  return ((await answer.json()) as { media: { id: string } }).media.id;
}

export const mediaOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/media/${id}`)).json()) as Record<string, unknown>;

/** Waits until the worker has done with it. */
export async function processed(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => (await mediaOf(page, id))['status'], { timeout: 45_000 })
    .toMatch(/^(complete|failed)$/);
}

/** No violations of accessibility on what the page shows now. */
export async function expectAccessibleNow(page: Page, rules?: readonly string[]): Promise<void> {
  // Our pages hold no frames: the legacy way looks at the page alone, in half the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const named = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(named).toEqual([]);
}

/** What the other theme of the same page can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The same in both themes and on a phone, where nothing may be wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [width, colorScheme, rules] of [
    [1440, 'dark', undefined],
    [1440, 'light', COLOURS],
    [390, 'light', undefined],
    [390, 'dark', COLOURS],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // Without motion, so that no colour is looked at halfway to the other theme.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessibleNow(page, rules);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
