import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaSummary } from '../media/media.ts';
import { ById, Id, Time } from '../../platform/lib/values.ts';

/** Maximum tracks of a queue that are stored for the account's other devices. */
const MOST_KEPT = 200;

const Device = z.string().check(z.minLength(1), z.maxLength(64, 'A device’s name has at most 64 characters.'));
const Ids = z.array(Id).check(z.maxLength(MOST_KEPT, `At most ${MOST_KEPT} tracks are kept.`));
const LONGEST = 7 * 24 * 3600;
/** Position in a track, in seconds. */
const Seconds = z.number().check(z.nonnegative(), z.maximum(LONGEST, 'A track is shorter than that.'));

const PlayerModes = {
  /** An id that each browser generates once for itself. */
  device: Device,
  /** Position in the track, in seconds. */
  at: Seconds,
  repeat: z.enum(['off', 'all', 'one']),
  /** The order before the shuffle, and the seed of the next shuffle; null while shuffle is off. */
  shuffle: z.nullable(z.object({ ids: Ids, seed: z.int() })),
};

/** The state of an account's player, from the device that saved it last. */
const KeptPlayer = z.object({
  ...PlayerModes,
  /** The tracks of the queue that the caller may still play, in its order. */
  queue: z.array(MediaSummary),
  /** The index of the current track among them. */
  index: z.int(),
  savedOn: Time,
});
export type KeptPlayer = z.infer<typeof KeptPlayer>;

export const keptPlayer = endpoint({
  method: 'GET',
  path: '/api/player',
  access: 'member',
  summary: 'Get the saved state of your player from any device; null if none of its tracks can be played',
  reply: z.object({ player: z.nullable(KeptPlayer) }),
});

export const savePlayer = endpoint({
  method: 'PUT',
  path: '/api/player',
  access: 'member',
  summary: 'Save the state of the player for your other devices',
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

export const clearPlayer = endpoint({
  method: 'DELETE',
  path: '/api/player',
  access: 'member',
  summary: 'Delete the saved state of your player',
  reply: z.object({ forgotten: z.boolean() }),
});

/**
 * Returns a remembered position if it is more than `edge` seconds before the end, otherwise 0 to start over. A later
 * position belongs to a longer file that a shorter one has replaced. All in seconds; `length` is null while it is
 * unknown.
 */
export const placeWithin = (at: number, length: number | null, edge = 0): number =>
  length === null || at < length - edge ? at : 0;

/** Media longer than this (in seconds) resume at their last position. */
export const LONG_FROM = 600;
/** Maximum positions that one call may save, which is also the maximum that a browser keeps. */
export const MAX_PLACES = 100;
/** Maximum positions stored per account; the latest are kept. */
export const PLACES_OF_ACCOUNT = 200;
/** In milliseconds; an older position counts as this old. */
export const OLDEST_PLACE = 366 * 24 * 3600 * 1000;

const Place = {
  /** 0 if it was played to its end, or was started over. */
  at: Seconds,
  /**
   * Milliseconds since playback was at this position. An age is sent instead of a time, because the clocks of devices
   * differ.
   */
  age: z.int().check(z.nonnegative(), z.maximum(OLDEST_PLACE, 'A place is of the last year.')),
};

export const savePlaces = endpoint({
  method: 'PUT',
  path: '/api/player/places',
  access: 'member',
  summary: 'Save your last positions in media over ten minutes; later positions win, and other media are skipped',
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
  summary: 'Get your last position in a song or video over ten minutes, from any device; null if none is saved',
  params: ById,
  reply: z.object({ place: z.nullable(z.object(Place)) }),
});
