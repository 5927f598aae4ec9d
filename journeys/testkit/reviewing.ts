import { type Locator, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { asAdmin } from './people.ts';

/** A word that no other test uses. */
export const unique = (): string => randomBytes(4).toString('hex');

/** The toast with exactly this text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-toast], [data-toast] p').and(page.getByText(text, { exact: true }));

/** The text of the last error toast. */
export const lastError = (page: Page): Locator => page.locator('[data-toast=error] p').last();

/** The row of a song or video in a table or queue. */
export const rowOf = (page: Page, id: string): Locator => page.locator(`[data-media="${id}"]`);

/** Sets the three sliders of the open dialog. */
export async function setScores(page: Page, storytelling: number, execution: number, art: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider', { name: 'Storytelling' }).fill(String(storytelling));
  await dialog.getByRole('slider', { name: 'Execution' }).fill(String(execution));
  await dialog.getByRole('slider', { name: 'Thumbnail art' }).fill(String(art));
}

/** The mails about the verdict on a song or video, newest first. */
export const mailsAbout = (title: string): Promise<{ to: string; kind: string; text: string }[]> =>
  asAdmin(async (admin) => {
    const { mail } = (await (await admin.get('/api/outbox?size=100')).json()) as {
      mail: { to: string; kind: string; text: string; subject: string }[];
    };
    return mail.filter(({ subject, kind }) => kind === 'verdict' && subject.includes(title));
  });
