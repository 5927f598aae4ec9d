// Two hundred people sign in at once: the time until 99 % of them are signed in, compared with as many bare password
// hashes at once in the same run. The hash is slow on purpose, and a machine can't compute more of them per second.
import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Caller, startProduct } from '../scripts/product.ts';
import { line, sideBySide, timed } from './ratio.ts';

const PEOPLE = 200;
const ROUNDS = 7;
const PASSWORD = 'a long password';
const hash = promisify(argon2);
/** Parameters of an account's password hash (server/accounts/auth/password.ts). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const product = await startProduct();
const people = Array.from({ length: PEOPLE }, (_, at) => ({
  email: `person${at}@example.org`,
  caller: new Caller(product.url),
}));
// One after another, so that no waiting for a sign-up is measured. Afterwards each browser is known, like most are.
for (const { email, caller } of people) await caller.signUp(email);

/** The 99th percentile of their times, from the common start (ms). */
async function p99(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  const times = await Promise.all(works.map(timed));
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}
const signIns = people.map(
  ({ email, caller }) =>
    () =>
      caller.signIn(email, PASSWORD),
);
const hashes = people.map(() => () => hash('argon2id', { message: PASSWORD, nonce: randomBytes(16), ...COST }));

// Warms up connections, plans and code.
await p99(signIns);
await p99(hashes);
const { ratio, ours, theirs } = await sideBySide(
  () => p99(signIns),
  () => p99(hashes),
  ROUNDS,
);
const more = `${Math.round(ours)} ms against ${Math.round(theirs)} ms`;
const holds = line('sign-in, 200 at once, p99 against their bare hashes', ratio, { most: 2 }, more);
await product.stop();
process.exitCode = holds ? 0 : 1;
