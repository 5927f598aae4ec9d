import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { ById, Id, Time } from '../../platform/lib/values.ts';

/** The seed of a day's draws. `seed` is null until the day (UTC) is over. */
export const DrawSeed = z.object({
  id: Id,
  day: z.string(),
  /** SHA-256 of the seed, in hex. */
  commitment: z.string(),
  committedOn: Time,
  /** 32 bytes, in hex. */
  seed: z.nullable(z.string()),
  revealedOn: z.nullable(Time),
});
export type DrawSeed = z.infer<typeof DrawSeed>;

/** The seeds of so many days are listed; earlier ones are found by their ids. */
export const SEEDS_LISTED = 40;

export const drawSeeds = endpoint({
  method: 'GET',
  path: '/api/draws/seeds',
  access: 'member',
  summary: 'List the committed and revealed seeds of the draws of reviewers, newest first',
  reply: z.object({ seeds: z.array(DrawSeed) }),
});

export const drawSeed = endpoint({
  method: 'GET',
  path: '/api/draws/seeds/:id',
  access: 'member',
  summary: 'Report the seed of draws of reviewers',
  params: ById,
  reply: DrawSeed,
});

export const drawPool = endpoint({
  method: 'GET',
  path: '/api/draws/pools/:kind/:version',
  access: 'member',
  summary: 'Report the names among which a reviewer was drawn',
  params: z.object({
    kind: z.enum(['reviewers', 'administrators'], 'A pool is of reviewers or of administrators.'),
    version: z.coerce
      .number('A version is a whole number.')
      .check(z.int('A version is a whole number.'), z.minimum(0, 'Versions start at 0.'), z.maximum(2_147_483_647)),
  }),
  /** The names on the review desk, in the order of their characters. */
  reply: z.object({ names: z.array(z.string()), hash: z.string() }),
});
