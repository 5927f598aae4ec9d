import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Pool } from '../../server/platform/db/connection.ts';
import { HEADERS, asAdmin } from './people.ts';

const day = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
/** Creates an ad as the administrator. Returns its id. */
export const made = (path: string, fields: Record<string, string>): Promise<string> =>
  asAdmin(async (admin) => {
    const name = path.endsWith('.mp3') ? 'jingle.mp3' : 'poster.png';
    const multipart = {
      isAd: 'true',
      type: name === 'jingle.mp3' ? 'media' : 'poster',
      email: 'owner@example.org',
      adWindow: JSON.stringify({ type: 'date', startDate: day(-1), endDate: day(1) }),
      ...fields,
      file: { name, mimeType: 'application/octet-stream', buffer: await readFile(path) },
    };
    const answer = await admin.post('/api/upload', { headers: HEADERS, multipart });
    expect(answer.status(), await answer.text()).toBe(202);
    return ((await answer.json()) as { ad: { id: string } }).ad.id;
  });
/** Turns ads on, with these settings. */
export const setAds = (more: object) =>
  asAdmin(async (admin) => {
    const data = { enabled: true, playInterval: 10, playDuring: 0, playDuringMinTime: 0, ...more };
    expect((await admin.put('/api/ab/ab-settings', { headers: HEADERS, data })).status()).toBe(200);
  });

/** Removes all ads, and restores the initial settings. */
export async function withoutAds(db: Pool): Promise<void> {
  await db`delete from ads`;
  await db`update ad_settings set enabled = false, play_interval = 600, play_during = 0`;
}
