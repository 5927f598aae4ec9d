import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draw, Fact, TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { describe, expect, it, vi } from 'vitest';
import { checkDraw } from './check-draw.ts';
import type { ReviewRecord } from './trail.calls.ts';

/*
 * The records are computed with Node's own functions, by the formula of docs/reviews.md, and not with the code under
 * test.
 */
const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const AT = '2026-12-01T08:00:00.000Z';
const SEED = { id: '01930000-0000-7000-8000-0000000000bb', bytes: sha256('the seed of a day') };
const COMMITMENT = sha256(SEED.bytes).toString('hex');
const NAMES = Array.from({ length: 12 }, (_, n) => sha256(`name ${n}`).toString('hex').slice(0, 10).toUpperCase());
NAMES.sort();
const POOL = {
  kind: 'reviewers',
  version: 7,
  size: NAMES.length,
  hash: sha256(NAMES.join('\n')).toString('hex'),
} as const;
const NAME = '01930000-0000-7000-8000-0000000000cc:1';

/** The whole list in the order of a draw. */
function shuffled(seed: Buffer, name: string): string[] {
  const list = [...NAMES];
  const drawn: string[] = [];
  for (let step = 0; drawn.length < NAMES.length; step++) {
    const digest = createHmac('sha256', seed).update(`${name}:${step}`).digest();
    const number = (digest.readBigUInt64BE(0) << 64n) + digest.readBigUInt64BE(8);
    const place = Number(number % BigInt(NAMES.length - step));
    // The first name that is left takes the place of the drawn one, which is what changing places comes to.
    drawn.push(list[place]!);
    list[place] = list[0]!;
    list.shift();
  }
  return drawn;
}

const drawAt = (skipped: number, more: Partial<Draw> = {}): Draw => ({
  name: NAME,
  seed: { id: SEED.id, commitment: COMMITMENT },
  pool: POOL,
  skipped,
  waived: [],
  reviewer: shuffled(SEED.bytes, NAME)[skipped]!,
  ...more,
});

/** A trail with its hashes. */
function chained(facts: readonly { fact: Fact; secret?: string }[]): TrailEntry[] {
  let previous = Buffer.alloc(32);
  return facts.map(({ fact, secret = null }, index) => {
    const position = index + 1;
    const by = fact.kind === 'submitted' ? 'owner' : ('system' as const);
    const sealed = secret === null ? {} : { secret: sha256(secret).toString('hex') };
    const text = JSON.stringify({ media: 'é', position, at: AT, by, fact, ...sealed });
    previous = Buffer.from(sha256(previous, text));
    return { position, at: AT, by, fact, text, secret, hash: previous.toString('hex') };
  });
}

const SUBMITTED = { fact: { kind: 'submitted', promisedBy: AT } } as const;
const SECRET = '{"skipped":{"busy":2},"salt":"00"}';
const drawn = (draw: Draw) => ({ fact: { kind: 'drawn', draw, dueBy: AT } as const, secret: SECRET });

function recordOf(draw: Draw, more: Partial<ReviewRecord> = {}): ReviewRecord {
  return {
    entries: chained([SUBMITTED, drawn(draw), { fact: { kind: 'withdrawn' } }]),
    seeds: [
      {
        id: SEED.id,
        day: '2026-12-01',
        commitment: COMMITMENT,
        committedOn: AT,
        seed: SEED.bytes.toString('hex'),
        revealedOn: AT,
      },
    ],
    pools: [{ kind: 'reviewers', version: 7, names: NAMES }],
    ...more,
  };
}

/** What the documented script prints for a record, or its first error. */
function documented(record: ReviewRecord): string {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  const file = join(folder, 'record.json');
  writeFileSync(file, JSON.stringify(record));
  try {
    return execFileSync(process.execPath, [join(import.meta.dirname, '../../../docs/recompute-draw.mjs'), file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return /Error: (.*)/.exec(String((error as { stderr: string }).stderr))?.[1] ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const right = drawAt(2);
const wrong = (problem: string) => ({ kind: 'wrong', problem });

describe('the check of a draw', () => {
  it('accepts every place of the shuffled order', async () => {
    for (const skipped of NAMES.keys()) {
      const draw = drawAt(skipped);
      expect(await checkDraw(recordOf(draw), 2)).toEqual({ kind: 'right', draw });
    }
  });

  it('accepts the records that the documented script accepts', async () => {
    expect(documented(recordOf(right))).toBe(`Entry 2: ${right.reviewer} is right, drawn of 12 as number 3.\n`);
    expect(await checkDraw(recordOf(right), 2)).toEqual({ kind: 'right', draw: right });
  });

  it('repeats the draw at the given position', async () => {
    const [first, second] = [drawAt(0), drawAt(5)];
    const record = { ...recordOf(first), entries: chained([SUBMITTED, drawn(first), drawn(second)]) };
    expect(await checkDraw(record, 2)).toEqual({ kind: 'right', draw: first });
    expect(await checkDraw(record, 3)).toEqual({ kind: 'right', draw: second });
  });

  it('accepts a secret part that this viewer may not see', async () => {
    const record = recordOf(right);
    const entries = record.entries.map((entry) => ({ ...entry, secret: null }));
    expect(await checkDraw({ ...record, entries }, 2)).toEqual({ kind: 'right', draw: right });
  });

  it('reports the day whose seed is not revealed yet', async () => {
    const { seeds } = recordOf(right);
    const record = recordOf(right, { seeds: seeds.map((one) => ({ ...one, seed: null, revealedOn: null })) });
    expect(await checkDraw(record, 2)).toEqual({ kind: 'unrevealed', day: '2026-12-01' });
    expect(documented(record)).toBe('Entry 2: the seed is revealed after 2026-12-01 (UTC).\n');
  });

  it('needs a secure context', async () => {
    vi.stubGlobal('crypto', {});
    expect(await checkDraw(recordOf(right), 2)).toEqual({ kind: 'insecure' });
    vi.unstubAllGlobals();
  });
});

describe('the check of a draw notices', () => {
  const record = recordOf(right);
  const withEntry = (position: number, change: (entry: TrailEntry) => Partial<TrailEntry>): ReviewRecord => ({
    ...record,
    entries: record.entries.map((entry) => (entry.position === position ? { ...entry, ...change(entry) } : entry)),
  });

  it.each([1, 2])('a changed text of entry %i', async (position) => {
    const changed = withEntry(position, ({ text }) => ({ text: text.replace('2026', '2025') }));
    const problem = `Entry ${position} or the one before it was changed.`;
    expect(await checkDraw(changed, 2)).toEqual(wrong(problem));
    expect(documented(changed)).toBe(problem);
  });

  it('a removed entry', async () => {
    const problem = 'Entry 2 or the one before it was changed.';
    expect(await checkDraw({ ...record, entries: record.entries.slice(1) }, 2)).toEqual(wrong(problem));
    expect(await checkDraw({ ...record, entries: record.entries.slice(0, 1) }, 2)).toEqual(
      wrong('Entry 2 is missing.'),
    );
  });

  it('a changed secret part', async () => {
    const changed = withEntry(2, ({ secret }) => ({ secret: secret!.replace('2', '3') }));
    const problem = 'The secret part of entry 2 was changed.';
    expect(await checkDraw(changed, 2)).toEqual(wrong(problem));
    expect(documented(changed)).toBe(problem);
  });

  it('a draw that is shown differently from the hashed one', async () => {
    const problem = wrong('Entry 2 is shown differently from what was recorded.');
    for (const more of [{ reviewer: NAMES[0]! }, { skipped: 0 }, { pool: { ...POOL, size: 99 } }]) {
      const fact = { kind: 'drawn', draw: { ...right, ...more }, dueBy: AT } as const;
      expect(
        await checkDraw(
          withEntry(2, () => ({ fact })),
          2,
        ),
      ).toEqual(problem);
    }
    expect(
      await checkDraw(
        withEntry(2, () => ({ fact: { kind: 'unassigned' } })),
        2,
      ),
    ).toEqual(problem);
  });

  it('another seed, before and after it is revealed', async () => {
    const [seed] = record.seeds;
    const other = sha256('another seed');
    const problem = wrong('The seed is not the one whose hash was published.');
    const withSeed = (more: object) => checkDraw({ ...record, seeds: [{ ...seed!, ...more }] }, 2);
    expect(await withSeed({ seed: other.toString('hex') })).toEqual(problem);
    expect(await withSeed({ seed: other.toString('hex'), commitment: sha256(other).toString('hex') })).toEqual(problem);
    expect(await withSeed({ seed: null, commitment: sha256(other).toString('hex') })).toEqual(problem);
    expect(await checkDraw({ ...record, seeds: [] }, 2)).toEqual(problem);
  });

  it('another commitment in an entry whose hashes were made again', async () => {
    const changed = recordOf({ ...right, seed: { id: SEED.id, commitment: sha256('another seed').toString('hex') } });
    expect(await checkDraw(changed, 2)).toEqual(wrong('The seed is not the one whose hash was published.'));
  });

  it('a changed, an added and a missing name of the pool', async () => {
    const [first, ...others] = NAMES;
    const problem = wrong('The list of names is not the one that was drawn from.');
    const withNames = (names: string[]) =>
      checkDraw({ ...record, pools: [{ kind: 'reviewers', version: 7, names }] }, 2);
    expect(await withNames([`${first!.slice(1)}0`, ...others])).toEqual(problem);
    expect(await withNames([...NAMES, 'FFFFFFFFFF'])).toEqual(problem);
    expect(await withNames(others)).toEqual(problem);
    expect(await checkDraw({ ...record, pools: [{ kind: 'administrators', version: 7, names: NAMES }] }, 2)).toEqual(
      problem,
    );
    expect(await checkDraw({ ...record, pools: [{ kind: 'reviewers', version: 8, names: NAMES }] }, 2)).toEqual(
      problem,
    );
  });

  it('another size of the pool in an entry whose hashes were made again', async () => {
    const changed = recordOf({ ...right, pool: { ...POOL, size: 13 } });
    expect(await checkDraw(changed, 2)).toEqual(wrong('The list of names is not the one that was drawn from.'));
  });

  it('another number of skipped names in an entry whose hashes were made again', async () => {
    const order = shuffled(SEED.bytes, NAME);
    const problem = `The seed draws ${order[3]}, not ${right.reviewer}.`;
    expect(await checkDraw(recordOf({ ...right, skipped: 3 }), 2)).toEqual(wrong(problem));
    expect(await checkDraw(recordOf({ ...right, skipped: 12 }), 2)).toEqual(wrong('The list of names is too short.'));
  });

  it('another name of the draw or of the reviewer in an entry whose hashes were made again', async () => {
    const other = shuffled(SEED.bytes, `${NAME}2`)[2]!;
    expect(await checkDraw(recordOf({ ...right, name: `${NAME}2` }), 2)).toEqual(
      wrong(`The seed draws ${other}, not ${right.reviewer}.`),
    );
    const [chosen] = NAMES.filter((name) => name !== right.reviewer);
    expect(await checkDraw(recordOf({ ...right, reviewer: chosen! }), 2)).toEqual(
      wrong(`The seed draws ${right.reviewer}, not ${chosen}.`),
    );
  });
});
