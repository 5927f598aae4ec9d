import { type Page, expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { patient } from '../../scripts/patience.ts';
import { HEADERS } from './people.ts';

/** Uploads a file with a plain API call. Returns the id of the new song or video. */
export async function uploaded(page: Page, path: string, name = basename(path)): Promise<string> {
  const file = { name, mimeType: 'application/octet-stream', buffer: await readFile(path) };
  const answer = await page.request.post('/api/upload', { headers: HEADERS, multipart: { file } });
  expect(answer.status(), await answer.text()).toBe(202);
  return ((await answer.json()) as { media: { id: string } }).media.id;
}

export const mediaOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/media/${id}`)).json()) as Record<string, unknown>;

/** Changes a song or video as the page's user. Returns the response's status. */
export async function put(page: Page, id: string, data: object): Promise<number> {
  return (await page.request.put(`/api/media/${id}`, { headers: HEADERS, data })).status();
}

/** The longest time, in milliseconds, for processing a short file, even behind others. */
export const PROCESSING = patient(60_000);

/** Waits until the worker has finished processing. */
export async function processed(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => (await mediaOf(page, id))['status'], { timeout: PROCESSING })
    .toMatch(/^(complete|failed)$/);
}
