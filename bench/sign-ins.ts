// Two hundred people sign in at once: when the last hundredth of them is in, against as many bare hashes of a password at
// once in the same run. The hash is slow on purpose, and the same machine makes no more of them in a second for anybody.
import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Caller, startProduct } from '../scripts/product.ts';
import { line, sideBySide, timed } from './ratio.ts';

const PEOPLE = 200;
const ROUNDS = 7;
const PASSWORD = 'a long password';
const hash = promisify(argon2);
/** What an account's password costs (server/auth/password.ts). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const product = await startProduct();
const people = Array.from({ length: PEOPLE }, (_, at) => ({
  email: `person${at}@example.org`,
  caller: new Caller(product.url),
}));
// In turn: nobody is measured by what they waited for another's sign-up. Each browser is known afterwards, as most are.
for (const { email, caller } of people) await caller.signUp(email);

/** The 99th of a hundred of them, from when all began (ms). */
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

// Connections, plans and code that is warm.
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
