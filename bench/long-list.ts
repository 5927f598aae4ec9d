// Compares a list of ten thousand with one of a hundred, in Chromium: the time of the page's main thread for one more
// page of twenty and for scrolling, and the time to return to the place where the list was left.
import { type CDPSession, type Page, chromium } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { curatedList } from '../contract/listening/discovery/discovery-lists.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from '../journeys/testkit/catalogue.ts';
import { newId } from '../server/platform/ids.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { line, median } from './ratio.ts';

const [FEW, MANY] = [100, Number(process.env['BENCH_LIST'] ?? 10_000)];
const PAGE = 20;
const ROUNDS = 7;
const STEPS = 20;

const product = await startProduct();
const db = openDatabase(product.dataDir);
const caller = new Caller(product.url);
const musicianId = await caller.signUp('list@example.org');
for (let n = 0; n < PAGE; n += 1) await insertMedia(db, { musicianId, scores: [75, 75, 75] });
await db.end();
const answer = (await caller.call('GET', `${curatedList.path}?list=well-done`)).body as { media: { id: string }[] };

/**
 * The response for the list of the product's own page. The first one contains as many items as requested, each further
 * one contains twenty.
 */
const pageOf = (count: number, next: number) => ({
  ...answer,
  media: Array.from({ length: count }, (_, n) => ({
    ...answer.media[n % answer.media.length],
    id: newId(),
    title: `Course ${next - count + n}`,
  })),
  paging: { page: 1, size: PAGE, next: String(next) },
});

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Milliseconds for which the page's main thread was busy during some work. */
async function busy(page: Page, devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const spent = async () => {
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await work();
  return (await spent()) - before;
}

async function measure(length: number): Promise<{ add: number; scroll: number; back: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  /** Releases the response that the page waits for. */
  let release: (() => void) | undefined;
  await page.route(`**${curatedList.path}?*`, async (route) => {
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    if (cursor > 0) await new Promise<void>((done) => (release = done));
    release = undefined;
    const count = cursor === 0 ? length : PAGE;
    await route.fulfill({ json: pageOf(count, cursor + count) });
  });
  const count = () => page.locator('main ul[aria-label="Well Done"] > li').count();
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  };
  await page.goto(`${product.url}/well-done`);
  await until(async () => (await count()) >= length);
  const adds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const there = await count();
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await until(async () => release !== undefined);
    adds.push(
      await busy(page, devtools, async () => {
        release?.();
        await until(async () => (await count()) > there);
      }),
    );
  }
  const scrolls: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    scrolls.push(
      await busy(page, devtools, () =>
        page.evaluate(async (steps) => {
          for (let step = 0; step < steps; step += 1) {
            scrollBy({ top: 100, behavior: 'instant' });
            await new Promise((done) => requestAnimationFrame(done));
          }
        }, STEPS),
      ),
    );
  }
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  // The router records the scroll position a moment after scrolling.
  await wait(500);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moods' }).click();
  await page.waitForURL('**/moods');
  const back = await busy(page, devtools, async () => {
    await page.goBack();
    await until(async () => (await count()) >= length && (await page.evaluate(() => Math.abs(scrollY - 900) < 2)));
  });
  await context.close();
  return { add: median(adds), scroll: median(scrolls), back };
}

const few = await measure(FEW);
const many = await measure(MANY);
await browser.close();
await product.stop();
const beside = (what: keyof typeof few) => `${many[what].toFixed(0)} ms against ${few[what].toFixed(0)} ms at ${FEW}`;
const holds = [
  line(`one more page at ${MANY} beside one at ${FEW}`, many.add / few.add, { most: 2 }, beside('add')),
  line(`scrolling through two screens`, many.scroll / few.scroll, { most: 2 }, beside('scroll')),
  line(`coming back to the list`, many.back / few.back, { most: 3 }, beside('back')),
];
process.exitCode = holds.every(Boolean) ? 0 : 1;
