import { type DrawSeed, drawPool, drawSeed, drawSeeds } from '@scoville/contract/review/draws/draws.ts';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { readVersion } from './pool.queries.ts';
import { type SeedRow, findSeed, listSeeds } from './seeds.queries.ts';

export const drawsRoutes = ({ db }: App) => [
  route(drawSeeds, async () => ({ seeds: (await listSeeds(db)).map(presentSeed) })),

  route(drawSeed, async ({ params }) => {
    const row = await findSeed(db, params.id);
    if (row === null) throw notFound('This seed');
    return presentSeed(row);
  }),

  route(drawPool, async ({ params: { kind, version } }) => {
    const { names, hash } = await readVersion(db, kind, version);
    if (names.length === 0) throw notFound('This pool');
    return { names, hash };
  }),
];

const presentSeed = ({ madeAt, revealedAt, ...seed }: SeedRow): DrawSeed => ({
  ...seed,
  committedOn: madeAt.toISOString(),
  revealedOn: revealedAt?.toISOString() ?? null,
});
