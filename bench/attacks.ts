// Measures how much one visitor or one free account can slow down the others. It replays each attack of the reviews of
// 2026-11-21 and 2026-11-28 (names with 28-) that has figures, with the limits of a running service. During an attack
// the web process may grow by 64 MB. Another visitor's calls, ten a second, may take 250 ms at the median and a second
// at the 99th percentile. Arguments select attacks by a part of their names: `node bench/attacks.ts F8`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Pool, connect, transaction } from '../server/platform/db/connection.ts';
import { startDatabase } from '../scripts/database.ts';
import { secret } from '../server/platform/db/secrets.ts';
import { newId } from '../server/platform/ids.ts';
import { createSigner } from '../server/platform/storage/signing.ts';
import { fillLargest } from '../server/testkit/largest.ts';
import { insertMedia, insertMissingSources } from '../server/testkit/media.ts';
import { interlacedPng } from '../fixtures/png.ts';
import { mountSmallDisk } from '../server/testkit/small-disk.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { type Got, type Target, attacks } from './attackers.ts';
import { type Watched, percentile, findProcess, watch } from './watch.ts';

const GROWTH = 64;
const MEDIAN = 250;
const LONGEST = 1000;
/** Milliseconds of observation before and after an attack. */
const QUIET = 5000;
const MEDIA = 20_000;
/** Size of the disk for uploads in MB, and the MB of this disk that uploads must leave free. */
const DISK = 480;
const RESERVE = 64;

const work = await mkdtemp(join(tmpdir(), 'scoville-attacks-'));
const disk = await mountSmallDisk(DISK).catch((error: unknown) => {
  console.log(`A full disk is skipped: none could be mounted here (${String(error)}).`);
  return null;
});
const database = await startDatabase(join(work, 'database'), { durable: true });
const product = await startProduct({
  DATABASE_URL: database.url,
  DATA_DIR: join(disk?.path ?? work, 'data'),
  ...(disk === null ? {} : { DISK_RESERVE_MB: String(RESERVE) }),
  ROLE: 'web',
  RATE_LIMIT_FACTOR: '1',
  TRUSTED_PROXIES: '127.0.0.1',
});
const db = connect(database.url, { max: 2 });
const account = new Caller(product.url);
const userId = await account.signUp('attacker@example.org');
const others = Array.from({ length: 5 }, () => new Caller(product.url));
for (const [n, other] of others.entries()) await other.signUp(`attacker-${n}@example.org`);
const largestId = await new Caller(product.url).signUp('largest@example.org');
await fillLargest(db, largestId);
const target: Target = {
  url: product.url,
  cookie: account.cookie,
  userId,
  mediaUrl: await publish(db),
  largestId,
  file: join(work, 'unfolds.png'),
  others: others.map(({ cookie }) => cookie),
  dataDir: product.dataDir,
  reserve: disk === null ? null : RESERVE,
};
await writeFile(target.file, await interlacedPng(10_000, 9999));
await copies(db, MEDIA);
const web = await findProcess(product.dataDir, 'web');
// Warms up, because memory that every process needs in its first minute is no growth by an attack.
await watch(product.url, web, wait(QUIET));
for (const path of ['/api/home', '/api/browse/media?seed=7&size=100', '/api/docs'])
  for (let n = 0; n < 20; n += 1) await fetch(product.url + path).then((answer) => answer.text());

const wanted = process.argv.slice(2);
const rows: string[][] = [];
let holds = true;
for (const name of Object.keys(attacks)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const before = await watch(product.url, web, wait(QUIET));
  const { during, said, held } = await attackedBy(name);
  const after = await watch(product.url, web, wait(QUIET));
  const growth = Math.max(during.most, after.most) - before.last;
  const fine =
    held &&
    growth <= GROWTH &&
    during.failed === 0 &&
    percentile(during.answers, 50) <= MEDIAN &&
    percentile(during.answers, 99) <= LONGEST;
  holds &&= fine;
  rows.push([
    fine ? 'holds' : 'MISSED',
    name,
    `+${growth.toFixed(0)} MB (${before.last.toFixed(0)}, ${during.most.toFixed(0)}, ${after.last.toFixed(0)})`,
    times(before),
    times(during),
    times(after),
    said,
  ]);
  console.log(rows.at(-1)?.join(' | '));
}
const [noted] = await db<{ n: number }[]>`select count(*)::int as n from deliveries`;
console.log(`rows of deliveries at the end: ${noted?.n}`);
console.log(
  `\n${table([['', 'attack', 'memory (before, most, after)', 'before', 'during', 'after', 'what it got'], ...rows])}`,
);

await db.end();
await product.stop();
await database.stop();
await disk?.unmount();
await rm(work, { recursive: true, force: true });
process.exitCode = holds ? 0 : 1;

/** Runs an attack in its own thread, so that its work here doesn't delay the calls of others. */
async function attackedBy(name: string): Promise<Got & { during: Watched }> {
  const attacker = new Worker(new URL('./attackers.ts', import.meta.url), {
    workerData: { name, target, nth: Object.keys(attacks).indexOf(name) },
    stdout: true,
  });
  const got = json(attacker.stdout) as Promise<Got>;
  attacker.once('error', (error) => attacker.stdout.destroy(error));
  const during = await watch(product.url, web, got);
  return { during, ...(await got) };
}

/** Publishes a song with a file of 64 MB; returns its signed address. */
async function publish(pool: Pool): Promise<string> {
  const id = await insertMedia(pool, { musicianId: userId });
  const key = `media/${id}/${newId()}/song.m4a`;
  const path = join(product.dataDir, 'files', key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.alloc(64 * 1024 * 1024, 7));
  return createSigner(await secret(pool, 'addresses')).address(key);
}

/** Adds `count` published songs. */
async function copies(pool: Pool, count: number): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx`
      insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at)
      select gen_random_uuid(), ${userId}, 'Song ' || n, 'song', 'song.mp3', 'complete', gen_random_uuid(), true,
        now() - make_interval(mins => n)
      from generate_series(1, ${count}::int) n`;
    await insertMissingSources(tx);
  });
  await pool.unsafe('analyze');
}

function times({ answers, failed }: Watched): string {
  const figures = `${percentile(answers, 50).toFixed(0)} / ${percentile(answers, 99).toFixed(0)} ms`;
  return failed === 0 ? figures : `${figures}, ${failed} failed`;
}

function table(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
