import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { ById, Id, Time } from './values.ts';

/** So many tracks of a queue are kept for the account's other devices. */
const MOST_KEPT = 200;

const Device = z.string().check(z.minLength(1), z.maxLength(64, 'A device’s name has at most 64 characters.'));
const Ids = z.array(Id).check(z.maxLength(MOST_KEPT, `At most ${MOST_KEPT} tracks are kept.`));
const LONGEST = 7 * 24 * 3600;
/** Seconds into a track. */
const Seconds = z.number().check(z.nonnegative(), z.maximum(LONGEST, 'A track is shorter than that.'));

const PlayerModes = {
  /** Made by the browser, once for each. */
  device: Device,
  /** Seconds into the track. */
  at: Seconds,
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

/**
 * A remembered place in a media, in seconds, as `length` is; null while that is not known. One that is not before the
 * end, or not `edge` seconds before it, was in a longer file, which a shorter one replaced: the media begins anew.
 */
export const placeWithin = (at: number, length: number | null, edge = 0): number =>
  length === null || at < length - edge ? at : 0;

/** Media longer than this (seconds) go on where they were left. */
export const LONG_FROM = 600;
/** So many places one call may keep, which is what a browser has at the most. */
export const MAX_PLACES = 100;
/** So many of an account are kept, the latest. */
export const PLACES_OF_ACCOUNT = 200;
/** Milliseconds: a place that is older counts as of this age. */
export const OLDEST_PLACE = 366 * 24 * 3600 * 1000;

const Place = {
  /** 0: it was heard to its end, or was started over. */
  at: Seconds,
  /** Milliseconds since it was there. Clocks of devices differ; how long ago something was does not. */
  age: z.int().check(z.nonnegative(), z.maximum(OLDEST_PLACE, 'A place is of the last year.')),
};

export const keepPlaces = endpoint({
  method: 'PUT',
  path: '/api/player/places',
  access: 'member',
  summary:
    'Keep where the caller left media of over ten minutes, for its other devices. Of two places of a media the later one counts; other media are passed over',
  body: z.object({
    places: z
      .array(z.object({ media: Id, ...Place }))
      .check(z.maxLength(MAX_PLACES, `At most ${MAX_PLACES} places are kept at once.`)),
  }),
  reply: z.object({ kept: z.literal(true) }),
});

export const keptPlace = endpoint({
  method: 'GET',
  path: '/api/player/places/:id',
  access: 'member',
  summary: 'Where the caller left a media of over ten minutes, at whichever device; null when nothing is kept',
  params: ById,
  reply: z.object({ place: z.nullable(z.object(Place)) }),
});
