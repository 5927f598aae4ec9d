import { type DrawSeed, drawPool, drawSeed } from '@scoville/contract/review/draws/draws.ts';
import {
  type Draw,
  type Fact,
  type TrailActor,
  type TrailEntry,
  reviewTrail,
} from '@scoville/contract/review/trail/trail.ts';
import { NOW } from '../accounts.ts';
import { type Faked, fake } from '../api.ts';

/*
 * The record of a review whose draws are right. The commitment, the hash of the pool and the orders of the draws were
 * computed with Node.
 */
const SEED_ID = '01930000-0000-7000-8000-0000000000bb';
const NAMES =
  '0B1D5E77A2 1C40F9E6D3 29A7B3C8E1 3F9A0C12BB 48E2D6A905 5D71C3B0F4 6E0F84A2C9 77AC1D93E0 8B25F7D6A1 9C3E60B4D8 B1F4A8257C E07D92C36A';

/** The seed of the draws once it is revealed. */
export const SEED: DrawSeed = {
  id: SEED_ID,
  day: '2026-11-28',
  commitment: '4df293b84b7caa34b1a1bec8df8173149bfb926d5691f7b5dbbeee0036b85440',
  committedOn: NOW,
  seed: '5ca1ab1e'.repeat(8),
  revealedOn: NOW,
};
export const UNREVEALED: DrawSeed = { ...SEED, seed: null, revealedOn: null };
export const POOL = {
  names: NAMES.split(' '),
  hash: 'ec2bce4f6b02516d337c337f7ea0fa373e8e6684c979cb2e12119e565249100b',
};

const DRAW: Draw = {
  name: '01930000-0000-7000-8000-0000000000cc:1',
  seed: { id: SEED.id, commitment: SEED.commitment },
  pool: { kind: 'reviewers', version: 7, size: POOL.names.length, hash: POOL.hash },
  skipped: 3,
  waived: [],
  reviewer: '3F9A0C12BB',
};

interface Happened {
  fact: Fact;
  by?: TrailActor;
  secret?: string;
}

export const SUBMITTED: Happened = { by: 'owner', fact: { kind: 'submitted', promisedBy: NOW } };
/** The first draw of a review. */
export const DRAWN: Happened = {
  fact: { kind: 'drawn', draw: DRAW, dueBy: NOW },
  secret: '{"skipped":{"conflict":2,"busy":1},"salt":"00"}',
};
/** The second draw, for which a rule was set aside. */
export const DRAWN_AGAIN: Happened = {
  fact: {
    kind: 'drawn',
    draw: { ...DRAW, name: DRAW.name.replace(/1$/, '2'), skipped: 1, waived: ['recent'], reviewer: '77AC1D93E0' },
    dueBy: NOW,
  },
};
export const APPROVED: Happened = {
  by: { desk: '77AC1D93E0' },
  fact: { kind: 'judged', outcome: 'curated' },
  secret: '{"scores":{"storytelling":80,"execution":75,"thumbnailArt":90},"salt":"00"}',
};

/** Everything that can happen to a submission. */
export const LONG_TRAIL: readonly Happened[] = [
  SUBMITTED,
  { fact: { kind: 'unassigned' } },
  DRAWN,
  DRAWN_AGAIN,
  APPROVED,
  { by: { desk: '0000000001' }, fact: { kind: 'reopened' } },
  { by: { desk: '0000000001' }, fact: { kind: 'submitted', promisedBy: NOW } },
  {
    fact: {
      kind: 'drawn',
      draw: {
        ...DRAW,
        pool: { ...DRAW.pool, kind: 'administrators' },
        waived: ['recent', 'excluded', 'busy', 'absent', 'before', 'conflict'],
      },
      dueBy: NOW,
    },
  },
  { by: { desk: '3F9A0C12BB' }, fact: { kind: 'judged', outcome: 'rejected' } },
  { by: { desk: '0000000001' }, fact: { kind: 'changed', outcome: 'curated' } },
  { by: 'owner', fact: { kind: 'withdrawn' } },
];

/**
 * Fakes the trail of a song, and what its draws were made from.
 * @param seen whether the viewer may see the secret parts
 */
export function fakeTrail(
  happened: readonly Happened[],
  { seed = SEED, pool = POOL, seen = true } = {},
): Faked<typeof reviewTrail> {
  fake(drawSeed, seed);
  fake(drawPool, pool);
  return fake(reviewTrail, async () => ({ entries: await chained(happened, seen) }));
}

/** Entries with their hashes. */
async function chained(happened: readonly Happened[], seen: boolean): Promise<TrailEntry[]> {
  const entries: TrailEntry[] = [];
  let previous = new Uint8Array(32);
  for (const [index, { by = 'system', fact, secret = null }] of happened.entries()) {
    const body = { position: index + 1, at: NOW, by, fact };
    const sealed = secret === null ? {} : { secret: hex(await sha256(secret)) };
    const text = JSON.stringify({ media: 'any', ...body, ...sealed });
    previous = await sha256(previous, text);
    entries.push({ ...body, text, secret: seen ? secret : null, hash: hex(previous) });
  }
  return entries;
}

const sha256 = async (...parts: BlobPart[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));

const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
