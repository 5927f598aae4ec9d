// Compares ranges of 256 kB of one file served by this product and by nginx, in turn: served in process, and handed to
// nginx by X-Accel-Redirect after the check of the request.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../server/platform/db/connection.ts';
import { secret } from '../server/platform/db/secrets.ts';
import { startDatabase } from '../scripts/database.ts';
import { newId } from '../server/platform/ids.ts';
import { createSigner } from '../server/platform/storage/signing.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { answersPerSecond } from './rate.ts';
import { line, median } from './ratio.ts';

const FILE = 64 * 1024 * 1024;
const RANGE = 256 * 1024;
const SECONDS = 3;
const ROUNDS = 3;
const NGINX_PORT = 18_471;
const FRONT_PORT = 18_472;

if (!existsSync('/usr/sbin/nginx')) {
  console.log('skipped  serving: nginx is not installed (apt-get install nginx-light)');
  process.exit(0);
}

/** Requests per second for random ranges of a file. */
const rangesPerSecond = (url: string) =>
  answersPerSecond(url, SECONDS, 206, () => {
    const start = Math.floor(Math.random() * (FILE - RANGE));
    return { range: `bytes=${start}-${start + RANGE - 1}` };
  });

const work = await mkdtemp(join(tmpdir(), 'scoville-serving-'));
const database = await startDatabase(join(work, 'database'), { durable: true });
const settings = { DATABASE_URL: database.url, DATA_DIR: join(work, 'data'), ROLE: 'web' };
const direct = await startProduct(settings);
const db = connect(database.url);
const musicianId = await new Caller(direct.url).signUp('serving@example.org');
const mediaId = await insertMedia(db, { musicianId });
const key = `media/${mediaId}/${newId()}/song.m4a`;
const file = join(work, 'data/files', key);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, Buffer.alloc(FILE, 7));
const address = createSigner(await secret(db, 'addresses')).address(key);

// The second product needs its own folder for its record of running processes, but with the same files.
await mkdir(join(work, 'handing'));
await symlink(join(work, 'data/files'), join(work, 'handing/files'));
const handing = await startProduct({ ...settings, DATA_DIR: join(work, 'handing'), ACCEL_LOCATION: '/kept' });
const configuration = join(work, 'nginx.conf');
await writeFile(
  configuration,
  `worker_processes auto; pid ${work}/nginx.pid; error_log ${work}/error.log; user root;
events { worker_connections 256; }
http { access_log off; sendfile on; keepalive_requests 1000000;
  upstream product { server ${new URL(handing.url).host}; keepalive 32; }
  server { listen 127.0.0.1:${NGINX_PORT}; root ${work}/data/files; }
  server { listen 127.0.0.1:${FRONT_PORT};
    location / { proxy_pass http://product; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /kept/ { internal; alias ${work}/data/files/; } } }`,
);
const nginx: ChildProcess = spawn('/usr/sbin/nginx', ['-c', configuration, '-g', 'daemon off;'], { stdio: 'inherit' });
await wait(500);

const urls = {
  nginx: `http://127.0.0.1:${NGINX_PORT}/${key}`,
  direct: direct.url + address,
  handed: `http://127.0.0.1:${FRONT_PORT}${address}`,
};
for (const url of Object.values(urls)) await rangesPerSecond(url);
const figures: Record<keyof typeof urls, number[]> = { nginx: [], direct: [], handed: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of ['nginx', 'direct', 'handed'] as const) figures[name].push(await rangesPerSecond(urls[name]));
const ratio = (name: 'direct' | 'handed') =>
  median(figures[name].map((figure, round) => figure / (figures.nginx[round] ?? figure)));
const perSecond = (name: keyof typeof urls) => `${Math.round(median(figures[name]))}/s`;
const holds = [
  line(
    '256 kB ranges in process against nginx',
    ratio('direct'),
    { least: 0.35 },
    `${perSecond('direct')} against ${perSecond('nginx')}`,
  ),
  line('256 kB ranges handed to nginx against nginx alone', ratio('handed'), { least: 0.65 }, perSecond('handed')),
];

nginx.kill('SIGTERM');
await db.end();
await handing.stop();
await direct.stop();
await database.stop();
await rm(work, { recursive: true, force: true });
process.exitCode = holds.every(Boolean) ? 0 : 1;
