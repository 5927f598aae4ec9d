import { type DrawSeed, drawPool, drawSeed } from '@scoville/contract/review/draws/draws.ts';
import { type Draw, type TrailEntry, reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** All that is needed to repeat the draws of a submission; `docs/recompute-draw.mjs` reads it as a file. */
export interface ReviewRecord {
  entries: readonly TrailEntry[];
  seeds: readonly DrawSeed[];
  pools: readonly { kind: Draw['pool']['kind']; version: number; names: readonly string[] }[];
}

/** The trail of a song or video. A changed state of its review is another key, so that the trail is read again. */
export function trailQuery({ id, underReview, reviewDueOn, verdictOn, rejectedOn }: Media) {
  const { queryKey, ...query } = queryOf(reviewTrail, { params: { id } });
  return {
    ...query,
    queryKey: [...queryKey, { underReview, reviewDueOn, verdictOn, rejectedOn }],
    placeholderData: keepPreviousData,
  };
}

/**
 * Reads the seeds and the pools of draws. Each is read once. They are not cached, because a seed can be revealed at any
 * time.
 * @param draws the draws to repeat; by default all draws of the entries
 */
export async function readRecord(
  entries: readonly TrailEntry[],
  draws: readonly Draw[] = drawsOf(entries),
): Promise<ReviewRecord> {
  const seedIds = new Set(draws.map(({ seed }) => seed.id));
  const pools = new Map(draws.map(({ pool }) => [`${pool.kind} ${pool.version}`, pool]));
  const [seeds, read] = await Promise.all([
    Promise.all([...seedIds].map((id) => call(drawSeed, { params: { id } }))),
    Promise.all(
      [...pools.values()].map(async ({ kind, version }) => {
        const { names } = await call(drawPool, { params: { kind, version } });
        return { kind, version, names };
      }),
    ),
  ]);
  return { entries, seeds, pools: read };
}

const drawsOf = (entries: readonly TrailEntry[]): Draw[] =>
  entries.flatMap(({ fact }) => (fact.kind === 'drawn' ? [fact.draw] : []));
