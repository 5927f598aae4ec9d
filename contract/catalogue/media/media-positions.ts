import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Id, Positions } from '../../platform/lib/values.ts';

const Arranged = {
  scope: z._default(z.enum(['profile', 'genre', 'mood']), 'profile'),
  /** The id of the musician, the genre or the mood. */
  id: Id,
};

export const mediaPositions = endpoint({
  method: 'PUT',
  path: '/api/media/positions',
  access: 'member',
  summary:
    'Order the media of your own profile, with the plan’s perk; as an administrator, of any profile, genre or mood',
  body: z.object({ ...Arranged, positions: Positions }),
  reply: z.object({ positions: Positions }),
});

/** Takes a single move instead of all positions, because the client has loaded only a part of a long list. */
export const moveAmongMedia = endpoint({
  method: 'PUT',
  path: '/api/media/positions/:id',
  access: 'member',
  summary: 'Move a song or video of a profile, genre or mood after another one, or to the beginning',
  params: z.object({ id: Id }),
  body: z.object({ ...Arranged, after: z.nullable(Id).check(z.describe('Null moves the item to the beginning.')) }),
  reply: z.object({
    id: Id,
    after: z.nullable(Id),
    /** True if all positions were assigned again, so that earlier cursors point elsewhere. */
    renumbered: z.boolean(),
  }),
});
