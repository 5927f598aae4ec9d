import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Positions } from './values.ts';

const Arranged = {
  scope: z._default(z.enum(['profile', 'genre', 'mood']), 'profile'),
  /** Of the musician, the genre or the mood. */
  id: Id,
};

export const mediaPositions = endpoint({
  method: 'PUT',
  path: '/api/media/positions',
  access: 'member',
  summary:
    'Give media an order: those of one’s own profile, with the plan’s perk; administrators those of any, of a genre or of a mood',
  body: z.object({ ...Arranged, positions: Positions }),
  reply: z.object({ positions: Positions }),
});

/** One move says all: of a list of any length no more is known than what somebody has seen of it. */
export const moveAmongMedia = endpoint({
  method: 'PUT',
  path: '/api/media/positions/:id',
  access: 'member',
  summary: 'Move a media of a profile, a genre or a mood to the place after another one, or to the beginning',
  params: z.object({ id: Id }),
  body: z.object({ ...Arranged, after: z.nullable(Id).check(z.describe('Null: to the beginning.')) }),
  reply: z.object({
    id: Id,
    after: z.nullable(Id),
    /** All positions were given anew: cursors of before point elsewhere. */
    renumbered: z.boolean(),
  }),
});
