// Measures how long pages keep a phone's main thread busy: Home, a genre, a song's page and a profile, in turn with a bare
// page that has the same React, router and query client. The unit is milliseconds of processor time, because other
// programs change it less than elapsed time.
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startProduct } from '../scripts/product.ts';
import { BARE_HTML, bareScript } from './bare-page.ts';
import { withCatalogue } from './catalogue.ts';
import { line, median } from './ratio.ts';

const ROUNDS = 7;
/** How much slower than this machine a phone is. */
const SLOWDOWN = 4;
/** The milliseconds of a task after this many count as blocking (Total Blocking Time, web.dev/tbt). */
const BLOCKING = 50;
/** Milliseconds to wait after the last request, so that the parts that load on an idle page are included. */
const IDLE = 2500;
const GOALS = { ratio: 1.5, blocking: 150 };
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
}
interface Cost {
  /** Milliseconds of all tasks of the main thread until the page is idle. */
  busy: number;
  /** Milliseconds for which tasks would block a phone's user. */
  blocking: number;
}

/** Measures all that a new browser window does for one address. */
async function costOf(browser: Browser, address: string): Promise<Cost> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const trace = await tracing(session);
  await page.goto(address, { waitUntil: 'networkidle' });
  await wait(IDLE);
  const events = await trace();
  await context.close();
  const started = events.find(({ name }) => name === 'v8.evaluateModule');
  if (!started) throw new Error(`${address} ran no script.`);
  const tasks = events
    .filter(
      ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === started.pid && tid === started.tid,
    )
    .map(({ tdur = 0 }) => tdur / 1000);
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
  return { busy: sum(tasks), blocking: sum(tasks.map((task) => Math.max(0, SLOWDOWN * task - BLOCKING))) };
}

/** Starts a trace of the browser; returns a function that ends the trace and returns its events. */
async function tracing(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'v8', 'devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  return async () => {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

const script = await bareScript();
const bare = createServer(({ url }, response) => {
  if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(BARE_HTML);
  else if (url === '/bare.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('There');
});
await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
const bareAddress = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;

const product = await startProduct();
const { path, profile } = await withCatalogue(product);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const holds: boolean[] = [];
for (const [name, address] of Object.entries({
  Home: '/',
  'a genre': '/genres/soul',
  'a media’s page': path,
  'a profile': profile,
})) {
  const [ours, theirs]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await costOf(browser, product.url + address));
    theirs.push(await costOf(browser, bareAddress));
  }
  const ratio = median(ours.map(({ busy }, round) => busy / (theirs[round]?.busy ?? NaN)));
  const blocking = median(ours.map((cost) => cost.blocking));
  const all = ours.map(({ busy }, round) => `${Math.round(busy)}/${Math.round(theirs[round]?.busy ?? 0)}`).join(' ');
  holds.push(line(`${name}: main thread beside the bare page`, ratio, { most: GOALS.ratio }, all));
  holds.push(line(`${name}: blocking at ${SLOWDOWN} times slower, ms`, blocking, { most: GOALS.blocking }));
}
await browser.close();
bare.close();
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
