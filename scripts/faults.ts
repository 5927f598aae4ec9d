// `npm run test:faults -- --minutes 10 --seed NAME`: kills web, worker, database and ffmpeg at random moments while
// people upload and write, and then checks everything that was acknowledged. `--short` takes about a minute and a half.
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { randomFrom } from '../fixtures/random.ts';
import { noneAcknowledged } from './faults/acknowledged.ts';
import { type Kills, killAtRandom, namingFolder, noKills, findOwnProcesses } from './faults/killer.ts';
import { type Check, openDatabase, checkOutcome, settle } from './faults/outcome.ts';
import { makeFiles, runTraffic } from './faults/traffic.ts';
import { patient } from './patience.ts';
import { ADMIN, Caller, healthy, startProduct } from './product.ts';
import './run-folder.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now()) },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const milliseconds = options.short ? 35_000 : Number(options.minutes) * 60_000;
if (!(milliseconds > 0)) throw new Error('--minutes is a number above 0.');
/**
 * Everything must be done this long after the last kill: pauses, the job of a silent worker, the retries of pg-boss.
 */
const SETTLES = patient(4 * 60_000);
/** Minimum number of acknowledged uploads; a run with fewer proves nothing. */
const MIN_UPLOADS = 3;
const NAMES = ['ada', 'ben', 'cleo'];

console.log(`Faults for ${milliseconds / 1000} s, --seed ${options.seed}`);
const random = randomFrom(options.seed);
const files = await makeFiles();
const product = await startProduct(options.report ? {} : { LOG_LEVEL: 'fatal' });
const seen = noneAcknowledged();
const checks: Check[] = [];
try {
  const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
  const musicians: Caller[] = [];
  for (const name of NAMES) {
    const musician = new Caller(product.url);
    const id = await musician.signUp(`${name}@example.org`);
    const { status, text } = await admin.call('PUT', `/api/users/${id}`, { plan: 'ghost-pepper' });
    if (status !== 200) throw new Error(`The plan could not be given: ${text}`);
    musicians.push(musician);
  }
  const kills = noKills();
  const over = signalWhenEnough(kills);
  const traffic = runTraffic({ url: product.url, random: random.fork('traffic'), seen, musicians, files, over });
  await killAtRandom(product, random.fork('kills'), { kills, over });
  await traffic;

  const since = Date.now();
  while (!(await healthy(product.url)) || findOwnProcesses(product.dataDir).length < 4)
    await within(since, patient(60_000));
  const sql = openDatabase(product.dataDir);
  let open = await settle(sql, SETTLES);
  const failed = await sql<{ id: string; email: string }[]>`
    select s.owner_id as id, u.email from sources s join users u on u.id = s.user_id where s.status = 'failed'`;
  // A file whose worker died at each try is marked as failed, and its owner may retry it: then it must work.
  for (const { id, email } of failed) {
    const owner = musicians[NAMES.indexOf(email.split('@')[0] ?? '')]!;
    const { status, text } = await owner.call('POST', `/api/upload/retry/${id}`);
    if (status !== 200) seen.wrong.push(`the second try of ${id}: ${status} ${text}`);
  }
  if (failed.length > 0) open = await settle(sql, SETTLES);
  checks.push(['nothing is stuck', open], ...(await checkOutcome(seen, product, musicians, sql)));
  await sql.end();
  console.log(
    `Killed ${Object.entries(kills)
      .map(([name, count]) => `${name} ${count} times`)
      .join(', ')}; ` +
      `${seen.calls.answered} calls answered, ${seen.calls.unanswered} not; acknowledged: ${seen.media.length} uploads of ${seen.uploadsSent}, ` +
      `${seen.media.reduce((sum, one) => sum + one.shares.acknowledged, 0)} shares, ${seen.accounts.length} accounts; ` +
      `${failed.length} files needed their owner's second try; settled after ${Math.round((Date.now() - since) / 1000)} s`,
  );
  checks.push([
    'enough happened to mean anything',
    [
      ...Object.entries(kills)
        .filter(([, count]) => count === 0)
        .map(([name]) => `${name} was never killed`),
      ...(seen.media.length < MIN_UPLOADS ? [`only ${seen.media.length} uploads were acknowledged`] : []),
      ...(seen.media.some((one) => one.shares.acknowledged > 0) ? [] : ['no share was acknowledged']),
    ],
  ]);
} catch (error) {
  // An error that ends the run early must be the first thing that the caller sees.
  checks.push(['the run reaches its end', [inspect(error)]]);
} finally {
  await product.stop();
}
checks.push(['a stop leaves no process', namingFolder(product.dataDir)]);

for (const [what, broken] of checks) {
  console.log(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${what}`);
  for (const one of broken.slice(0, 10)) console.log(`         ${one}`);
}
const failed = checks.filter(([, broken]) => broken.length > 0).length;
if (failed > 0)
  console.log(
    `To repeat: npm run test:faults -- --seed ${options.seed}${options.short ? ' --short' : ` --minutes ${options.minutes}`}`,
  );
// With a report, the caller prints the sum, together with its own.
if (options.report)
  await writeFile(
    options.report,
    JSON.stringify({
      passed: checks.length - failed,
      failed,
      failures: checks
        .filter(([, broken]) => broken.length > 0)
        .map(([test, broken]) => ({ test, why: `${broken.slice(0, 3).join('; ')} (--seed ${options.seed})` })),
    }),
  );
else console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/**
 * Aborts when the time is over and enough was acknowledged for a result: on a busy machine the first uploads take
 * longer.
 */
function signalWhenEnough(kills: Kills): AbortSignal {
  const over = new AbortController();
  const latest = Date.now() + milliseconds + patient(60_000);
  const look = (): void => {
    const enough =
      seen.media.length >= MIN_UPLOADS &&
      seen.media.some((one) => one.shares.acknowledged > 0) &&
      Object.values(kills).every((count) => count > 0);
    if (enough || Date.now() > latest) over.abort();
    else setTimeout(look, 200);
  };
  setTimeout(look, milliseconds);
  return over.signal;
}

async function within(since: number, longest: number): Promise<void> {
  if (Date.now() - since > longest) throw new Error('The product did not come back after the last kill.');
  await wait(200);
}
