// Time from a click on Play to the first audible moment, in Chromium, on the item's own page: the median of ten songs
// and of ten videos, each in a browser that hasn't played it before.
import { chromium } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { song, video } from '../fixtures/files.ts';
import { ADMIN, Caller, startProduct } from '../scripts/product.ts';
import { line, median } from './ratio.ts';

const MANY = 10;
/**
 * Milliseconds: a delay up to a tenth of a second feels immediate (Nielsen); a video may take twice that. The page is
 * idle for half a second before the click, as it is for a real visitor. Other work on the machine counts fully: on two
 * cores, one build took 110 to 370 ms for songs and 428 to 855 for videos at loads of 5 to 17. Compare builds side by
 * side, in turn.
 */
const MOST = { songs: 100, videos: 200 };

const product = await startProduct();
const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
const musician = new Caller(product.url);
const id = await musician.signUp('sound@example.org');
await admin.call('PUT', `/api/users/${id}`, { plan: 'ghost-pepper' });

async function published(file: string, name: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), name);
  const { status, body, text } = await musician.call('POST', '/api/upload', form);
  if (status !== 202) throw new Error(`The upload answered ${status}: ${text}`);
  const media = body.media.id as string;
  while ((await musician.call('GET', `/api/media/${media}`)).body.status !== 'complete') await wait(100);
  await musician.call('PUT', `/api/media/${media}`, { published: true });
  return `${product.url}/${id}/${media}`;
}

const [path, film] = [
  await song({ seconds: 30, format: 'mp3' }),
  await video({ seconds: 10, width: 640, height: 360 }),
];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Milliseconds from the click until playback advances, by the page's own clock. */
async function clickToSound(address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Play\b/ })
    .first();
  await button.waitFor();
  await page.evaluate(() => {
    const at: { clicked?: number; heard?: number } = {};
    Object.assign(window, { at });
    document.addEventListener('click', ({ timeStamp }) => (at.clicked ??= timeStamp), { capture: true });
    const frame = () => {
      for (const element of document.querySelectorAll('video'))
        if (element.currentTime > 0) at.heard ??= performance.now();
      requestAnimationFrame(frame);
    };
    frame();
  });
  await button.click();
  const took = await page.waitForFunction(() => {
    const { at } = window as unknown as { at: { clicked?: number; heard?: number } };
    return at.clicked !== undefined && at.heard !== undefined ? at.heard - at.clicked : null;
  });
  const milliseconds = (await took.jsonValue()) ?? 0;
  await context.close();
  return milliseconds;
}

const holds: boolean[] = [];
for (const [kind, file] of Object.entries({ songs: path, videos: film }) as ['songs' | 'videos', string][]) {
  const times: number[] = [];
  for (let n = 0; n < MANY; n += 1) times.push(await clickToSound(await published(file, `${n} ${basename(file)}`)));
  const all = times.map((time) => Math.round(time)).join(' ');
  holds.push(line(`click to sound, ${kind}: median in milliseconds`, median(times), { most: MOST[kind] }, all));
}
await browser.close();
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
