import type { Draw } from '@scoville/contract/review/trail/trail.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { drawOrder } from './draw-order.ts';
import { type Reason, type Rules, type Submission, reasonsAgainst } from './eligibility.queries.ts';
import { type Pool, type PoolKind, readPool } from './pool.queries.ts';
import { type DrawSeed, commitmentTo, seedOfToday } from './seeds.queries.ts';

export interface Drawn {
  reviewerId: string;
  draw: Draw;
  /** How many of the skipped members each reason applied to. */
  reasons: Partial<Record<Reason, number>>;
}

/** The rules that are set aside in turn, so that no submission waits while somebody could judge it. */
const WAIVED: Record<PoolKind, readonly Reason[][]> = {
  reviewers: [
    [],
    ['lapsed'],
    ['lapsed', 'recent'],
    ['lapsed', 'recent', 'excluded'],
    ['lapsed', 'recent', 'excluded', 'before'],
  ],
  administrators: [
    ['lapsed', 'recent', 'excluded', 'busy', 'absent'],
    ['lapsed', 'recent', 'excluded', 'busy', 'absent', 'before'],
    ['lapsed', 'recent', 'excluded', 'busy', 'absent', 'before', 'conflict'],
  ],
};

/** The same rules, if an earlier reviewer must not be drawn again. */
const tiersOf = (kind: PoolKind, mayRepeat: boolean) =>
  mayRepeat ? WAIVED[kind] : WAIVED[kind].filter((waived) => !waived.includes('before'));

/** Members of the pool whose reasons are read at once. Each further batch is larger. */
const FIRST_BATCH = 8;
const GROWTH = 4;

/**
 * Draws a reviewer for a submission: the first eligible member of the pool in an order that today's seed and the name
 * of the draw determine, so that all eligible members are equally likely. Administrators are drawn only if no reviewer
 * may judge the submission. Null while all who may judge it have too many open reviews, or if there is nobody.
 * @param name names this draw, and no other one
 * @param mayRepeat whether an earlier reviewer of the submission is drawn if nobody else is left
 */
export async function drawReviewer(
  app: App,
  tx: Tx,
  name: string,
  submission: Submission,
  mayRepeat = true,
): Promise<Drawn | null> {
  const seed = await seedOfToday(tx);
  for (const kind of ['reviewers', 'administrators'] as const) {
    const pool = await readPool(tx, kind, app);
    const { drawn, isFull } = await drawFrom(app, tx, pool, { name, seed, submission, mayRepeat });
    if (drawn !== null || isFull) return drawn;
  }
  return null;
}

interface Candidate {
  /** The place in the order of the draw, from 0. */
  step: number;
  /** The place in the pool. */
  position: number;
  reasons: Reason[];
}

async function drawFrom(
  { env }: App,
  tx: Tx,
  pool: Pool,
  { name, seed, submission, mayRepeat }: { name: string; seed: DrawSeed; submission: Submission; mayRepeat: boolean },
): Promise<{ drawn: Drawn | null; isFull: boolean }> {
  const read = (ids: string[]) => reasonsAgainst(tx, ids, submission, drawRules(env));
  const seen: Candidate[] = [];
  const tiers = tiersOf(pool.kind, mayRepeat);
  for (const waived of tiers) {
    const candidates = seen.length > 0 ? seen : candidatesOf(pool, drawOrder(seed.seed, name, pool.ids.length), read);
    for await (const candidate of candidates) {
      if (candidates !== seen) seen.push(candidate);
      if (!isWaived(candidate.reasons, waived) || !(await isStillEligible(tx, pool, candidate, waived, read))) continue;
      const { kind, version, hash, names, ids } = pool;
      const { position, step } = candidate;
      const draw = {
        name,
        seed: { id: seed.id, commitment: commitmentTo(seed) },
        pool: { kind, version, size: ids.length, hash },
        skipped: step,
        waived: waived.filter((reason) => candidate.reasons.includes(reason)),
        reviewer: names[position]!,
      };
      return { drawn: { reviewerId: ids[position]!, draw, reasons: countReasons(seen.slice(0, step)) }, isFull: false };
    }
  }
  const mostWaived = tiers.at(-1)!;
  return { drawn: null, isFull: seen.some(({ reasons }) => isWaived(reasons, [...mostWaived, 'busy'])) };
}

/** The rules of this installation. */
export const drawRules = (env: App['env']): Rules => ({
  loadCap: env.REVIEW_LOAD_CAP,
  messageDays: env.REVIEW_CONFLICT_DAYS,
  areAll: env.REVIEW_DRAW_RULES,
});

type ReadReasons = (ids: string[]) => Promise<Reason[][]>;

/** Up to `most` reviewers who could be drawn for a submission, apart from their open reviews, in the order of a draw. */
export async function eligibleReviewers(
  app: App,
  tx: Tx,
  { name, submission, most }: { name: string; submission: Submission; most: number },
): Promise<string[]> {
  const pool = await readPool(tx, 'reviewers', app);
  const { seed } = await seedOfToday(tx);
  const found: string[] = [];
  const read = (ids: string[]) => reasonsAgainst(tx, ids, submission, drawRules(app.env));
  for await (const { position, reasons } of candidatesOf(pool, drawOrder(seed, name, pool.ids.length), read)) {
    if (isWaived(reasons, ['busy', 'recent', 'lapsed'])) found.push(pool.ids[position]!);
    if (found.length === most) break;
  }
  return found;
}

/** The members of the pool in the order of the draw, with the reasons against them. */
async function* candidatesOf(pool: Pool, order: Iterator<number>, read: ReadReasons): AsyncGenerator<Candidate> {
  let step = 0;
  for (let size = FIRST_BATCH; ; size *= GROWTH) {
    const positions = [...take(order, size)];
    if (positions.length === 0) return;
    const reasons = await read(positions.map((position) => pool.ids[position]!));
    for (const [index, position] of positions.entries()) yield { step: step++, position, reasons: reasons[index]! };
  }
}

/** Reads the reasons again under a lock, because another draw may have chosen the same reviewer at the same time. */
async function isStillEligible(
  tx: Tx,
  pool: Pool,
  { position }: Candidate,
  waived: readonly Reason[],
  read: ReadReasons,
): Promise<boolean> {
  const id = pool.ids[position]!;
  await tx`select 1 from desk_names where user_id = ${id} for no key update`;
  const [reasons = []] = await read([id]);
  return isWaived(reasons, waived);
}

const isWaived = (reasons: readonly Reason[], waived: readonly Reason[]): boolean =>
  reasons.every((reason) => waived.includes(reason));

function* take<T>(from: Iterator<T>, most: number): Generator<T> {
  for (let taken = 0; taken < most; taken++) {
    const next = from.next();
    if (next.done) return;
    yield next.value;
  }
}

function countReasons(skipped: readonly Candidate[]): Partial<Record<Reason, number>> {
  const counts: Partial<Record<Reason, number>> = {};
  for (const reason of skipped.flatMap(({ reasons }) => reasons)) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
