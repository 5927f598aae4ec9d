import { type Browser, type Locator, type Page, expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../playwright.config.ts';
import { signIn } from './people.ts';
import { asAdmin, musician } from './uploading.ts';

export const HEADERS = { 'sec-fetch-site': 'same-origin' };

/** A word that no other test uses. */
export const unique = (): string => randomBytes(4).toString('hex');

/** A page with a session of its own. */
export const freshPage = async (browser: Browser, like: Page): Promise<Page> =>
  (await browser.newContext({ baseURL: new URL(like.url()).origin, viewport: { width: 1440, height: 900 } })).newPage();

/** Makes this page's person a certified reviewer. */
export async function reviewer(page: Page): Promise<string> {
  const id = await musician(page);
  await asAdmin(page, (admin) => admin.put(`/api/users/${id}`, { headers: HEADERS, data: { isCurator: true } }));
  await page.reload();
  return id;
}

/** Signs the administrator in on this page. */
export async function administrator(page: Page): Promise<void> {
  await page.goto('/login');
  await signIn(page, ADMIN);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Changes a media as this page's person. */
export async function put(page: Page, id: string, data: object): Promise<number> {
  return (await page.request.put(`/api/media/${id}`, { headers: HEADERS, data })).status();
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-toast]').filter({ hasText: text });

/** The row of a media in a table or queue. */
export const rowOf = (page: Page, id: string): Locator => page.locator(`[data-media="${id}"]`);

/** Sets the three sliders of the open dialog. */
export async function setScores(page: Page, storytelling: number, execution: number, art: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider', { name: 'Storytelling' }).fill(String(storytelling));
  await dialog.getByRole('slider', { name: 'Execution' }).fill(String(execution));
  await dialog.getByRole('slider', { name: 'Thumbnail art' }).fill(String(art));
}

/** The mails about a media, newest first. */
export const mailsAbout = (page: Page, title: string): Promise<{ to: string; kind: string; text: string }[]> =>
  asAdmin(page, async (admin) => {
    const { mail } = (await (await admin.get('/api/outbox?size=100')).json()) as {
      mail: { to: string; kind: string; text: string; subject: string }[];
    };
    return mail.filter(({ subject, kind }) => kind === 'verdict' && subject.includes(title));
  });
