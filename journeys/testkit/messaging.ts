import { type Page, expect } from '@playwright/test';
import { HEADERS } from './people.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
export const lines = (page: Page) => conversations(page).getByRole('listitem');
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
export const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const recipients = (page: Page) => page.getByRole('list', { name: 'Recipients' }).getByRole('listitem');
/** The navbar's button for messages, with this number of unread conversations. */
export const badge = (page: Page, count: number) =>
  button(page, count === 0 ? 'Messages' : `Messages, ${count} unread`);
/** The menu of that button, with the newest conversations. */
export const newest = (page: Page) => page.getByRole('menu', { name: 'Messages' });

/** Starts a conversation through the API, as the page's user. Returns the conversation's id. */
export const write = (page: Page, users: string[], text: string): Promise<string> => send(page, { users }, { text });

export const answer = (page: Page, id: string, text: string): Promise<string> => send(page, { id }, { text });

/** Sends a message through the API. Returns the conversation's id. */
export async function send(page: Page, convo: { id?: string; users?: string[] }, message: object): Promise<string> {
  const reply = await page.request.post('/api/messages', { headers: HEADERS, data: { convo, message } });
  expect(reply.status(), await reply.text()).toBe(200);
  return ((await reply.json()) as { convo: { id: string } }).convo.id;
}

/** Finds the only member with this name in a picker, and adds the member to the recipients. */
export async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'To:' }).fill(name.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(name);
}
