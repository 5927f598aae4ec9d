import { type Page, expect } from '@playwright/test';
import { HEADERS } from './people.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
export const lines = (page: Page) => conversations(page).getByRole('listitem');
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
export const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const recipients = (page: Page) => page.getByRole('list', { name: 'Recipients' }).getByRole('listitem');
/** The navbar's way to messages, while this many conversations are unread. */
export const badge = (page: Page, count: number) =>
  button(page, count === 0 ? 'Messages' : `Messages, ${count} unread`);
/** The newest conversations below it. */
export const newest = (page: Page) => page.getByRole('menu', { name: 'Messages' });

/** Writes by the call of the screen, as the page's person. Returns the conversation's id. */
export const write = (page: Page, users: string[], text: string): Promise<string> => send(page, { users }, { text });

export const answer = (page: Page, id: string, text: string): Promise<string> => send(page, { id }, { text });

/** Sends a message as the call takes it. Returns the conversation's id. */
export async function send(page: Page, convo: { id?: string; users?: string[] }, message: object): Promise<string> {
  const reply = await page.request.post('/api/messages', { headers: HEADERS, data: { convo, message } });
  expect(reply.status(), await reply.text()).toBe(200);
  return ((await reply.json()) as { convo: { id: string } }).convo.id;
}

/** Finds the one member of this name in a picker, and chooses them. */
export async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'To:' }).fill(name.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(name);
}
