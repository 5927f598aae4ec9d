// Calls whose answers are in no cache, with the bytes of each media item kept and without: products in this process
// over one database, called in turn. Processor time, because other programs change it less than elapsed time. A second
// product that keeps the bytes shows how much two products of the same kind differ.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { domains } from '../server/app.ts';
import { buildHttp } from '../server/build-http.ts';
import { openApp } from '../server/open-app.ts';
import { readEnv } from '../server/platform/env.ts';
import { filledServer } from './filled.ts';
import { line, median } from './ratio.ts';

const MEDIA = 2000;
const BLOCKS = 72;
const WARM_UP = 12;
/** Calls of one product before the next one's turn. */
const CALLS = 50;
const AT_ONCE = 8;

const filled = await filledServer();
const db = await filled.open('bytes', MEDIA);
const [database] = await db<{ name: string }[]>`select current_database() as name`;
const dataDir = await mkdtemp(join(tmpdir(), 'scoville-bytes-'));
const env = readEnv(
  {
    NODE_ENV: 'production',
    DATABASE_URL: filled.server.url.replace(/\/[^/]+$/, `/${database?.name}`),
    DATA_DIR: dataDir,
    DEFAULT_PLAN: 'mild',
    RATE_LIMIT_FACTOR: '0',
  },
  'no file',
);

async function open(options: Parameters<typeof buildHttp>[1]) {
  const app = await openApp(env, 'web', pino({ level: 'silent' }), domains);
  const { server } = await buildHttp(app, options);
  await server.ready();
  return { server, close: () => server.close().then(() => app.close()) };
}
const products = { kept: await open({}), without: await open({ shared: [] }), again: await open({}) };
const names = Object.keys(products) as (keyof typeof products)[];

/** Microseconds of processor time for each call of one block. */
async function block(name: keyof typeof products, path: () => string): Promise<number> {
  const before = process.cpuUsage();
  let called = 0;
  const caller = async () => {
    while (called < CALLS) {
      called += 1;
      const answer = await products[name].server.inject({ url: path(), headers: { 'accept-encoding': 'br' } });
      if (answer.statusCode !== 200) throw new Error(`${path()} answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
let seed = 1000;
const loads = {
  'a list that nobody asked for before': { path: () => `/api/browse/media?seed=${(seed += 1)}`, most: 1 },
  'Home in an order that nobody asked for before': { path: () => `/api/home?seed=${(seed += 1)}`, most: 0.95 },
};
const holds: boolean[] = [];
for (const [load, { path, most }] of Object.entries(loads)) {
  const times = { kept: [] as number[], without: [] as number[], again: [] as number[] };
  for (let round = -WARM_UP; round < BLOCKS; round += 1) {
    // Each product is the first as often as the others.
    const order = names.map((_, at) => names[(at + round + WARM_UP) % names.length] ?? 'kept');
    for (const name of order) {
      const time = await block(name, path);
      if (round >= 0) times[name].push(time);
    }
  }
  const ratio = (of: keyof typeof times, to: keyof typeof times) =>
    median(times[of].map((time, round) => time / (times[to][round] ?? time)));
  const both = (ratio('kept', 'without') + ratio('again', 'without')) / 2;
  const more = `${names.map((name) => `${name} ${median(times[name]).toFixed(0)} µs`).join(', ')}; same kind ${ratio('again', 'kept').toFixed(2)}`;
  holds.push(line(`${load}: processor time with kept bytes`, both, { most }, more));
}
for (const { close } of Object.values(products)) await close();
await filled.stop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = holds.every(Boolean) ? 0 : 1;
