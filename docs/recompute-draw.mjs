// Repeats the draws of a submission from its record (docs/reviews.md): node docs/recompute-draw.mjs record.json
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { entries, seeds, pools } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const check = (holds, problem) => {
  if (!holds) throw new Error(problem);
};

let previous = Buffer.alloc(32);
for (const { text, secret, hash } of entries) {
  previous = sha256(previous, text);
  const { position, fact, secret: sealed } = JSON.parse(text);
  check(hex(previous) === hash, `Entry ${position} or the one before it was changed.`);
  check(secret === null || hex(sha256(secret)) === sealed, `The secret part of entry ${position} was changed.`);
  if (fact.kind !== 'drawn') continue;
  const { name, seed: committed, pool, skipped, reviewer } = fact.draw;
  const { day, seed } = seeds.find(({ id }) => id === committed.id);
  if (seed === null) {
    console.log(`Entry ${position}: the seed is revealed after ${day} (UTC).`);
    continue;
  }
  check(
    hex(sha256(Buffer.from(seed, 'hex'))) === committed.commitment,
    `The seed of ${day} is not the one that was committed.`,
  );
  const names = [...pools.find(({ kind, version }) => kind === pool.kind && version === pool.version).names];
  check(hex(sha256(names.join('\n'))) === pool.hash, `The pool of entry ${position} was changed.`);
  for (let step = 0; step <= skipped; step++) {
    const digest = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${name}:${step}`).digest('hex');
    const other = step + Number(BigInt(`0x${digest.slice(0, 32)}`) % BigInt(names.length - step));
    [names[step], names[other]] = [names[other], names[step]];
  }
  check(names[skipped] === reviewer, `Entry ${position} drew ${names[skipped]}, not ${reviewer}.`);
  console.log(`Entry ${position}: ${reviewer} is right, drawn of ${names.length} as number ${skipped + 1}.`);
}
