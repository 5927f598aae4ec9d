import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { Id, Time } from './values.ts';

/** So many tracks of a queue are kept for the account's other devices. */
const MOST_KEPT = 200;

const Device = z.string().check(z.minLength(1), z.maxLength(64, 'A device’s name has at most 64 characters.'));
const Ids = z.array(Id).check(z.maxLength(MOST_KEPT, `At most ${MOST_KEPT} tracks are kept.`));
const LONGEST = 7 * 24 * 3600;

const PlayerModes = {
  /** Made by the browser, once for each. */
  device: Device,
  /** Seconds into the track. */
  at: z.number().check(z.nonnegative(), z.maximum(LONGEST, 'A track is shorter than that.')),
  repeat: z.enum(['off', 'all', 'one']),
  /** The order before it was shuffled, and what decides the next shuffle; null while it is off. */
  shuffle: z.nullable(z.object({ ids: Ids, seed: z.int() })),
};

/** What an account's player had in it, at the device that said so last. */
const KeptPlayer = z.object({
  ...PlayerModes,
  /** Those of the queue that the caller may still play, in its order. */
  queue: z.array(MediaSummary),
  /** The place of the current track among them. */
  index: z.int(),
  savedOn: Time,
});
export type KeptPlayer = z.infer<typeof KeptPlayer>;

export const keptPlayer = endpoint({
  method: 'GET',
  path: '/api/player',
  access: 'member',
  summary: 'What the caller’s player had in it, at whichever device; null when nothing of it can be played',
  reply: z.object({ player: z.nullable(KeptPlayer) }),
});

export const keepPlayer = endpoint({
  method: 'PUT',
  path: '/api/player',
  access: 'member',
  summary: 'Keep what the player has in it, for the caller’s other devices',
  body: z
    .object({
      ...PlayerModes,
      ids: Ids.check(z.minLength(1, 'An empty player is not kept: DELETE forgets what it had.')),
      index: z.int().check(z.nonnegative()),
    })
    .check(
      z.refine(({ ids, index }) => index < ids.length, {
        path: ['index'],
        message: 'The current track is one of the queue: a place below its length.',
      }),
    ),
  reply: z.object({ savedOn: Time }),
});

export const forgetPlayer = endpoint({
  method: 'DELETE',
  path: '/api/player',
  access: 'member',
  summary: 'Forget what the caller’s player had in it',
  reply: z.object({ forgotten: z.boolean() }),
});
