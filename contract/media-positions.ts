import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './values.ts';

/** Ids of a list, each with its place in the order. */
export const Positions = z
  .array(
    z.object({ id: Id, position: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    'Positions are a list of ids, each with its position.',
  )
  .check(
    z.minLength(1, 'Name what is arranged, and the positions.'),
    z.maxLength(1000, 'Name at most 1,000 at once.'),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Name each of them once.'),
  );

export const mediaPositions = endpoint({
  method: 'PUT',
  path: '/api/media/positions',
  access: 'member',
  summary:
    'Give media an order: those of one’s own profile, with the plan’s perk; administrators those of any, of a genre or of a mood',
  body: z.object({
    scope: z._default(z.enum(['profile', 'genre', 'mood']), 'profile'),
    /** Of the musician, the genre or the mood. */
    id: Id,
    positions: Positions,
  }),
  reply: z.object({ positions: Positions }),
});
