import type { Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { Media, type MediaCan, type MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { leastFor } from '@scoville/contract/testkit/valid.ts';
import type * as z from 'zod/mini';
import { NOW, newId } from './accounts.ts';

/**
 * A valid value for a contract schema with a unique id: arbitrary numbers and texts, and otherwise as little as the
 * schema allows (null, empty lists). A test sets the fields that it is about in `more`.
 */
export function sample<S extends Schema>(schema: S, more: Partial<z.input<S>> = {}): z.input<S> {
  const least = leastFor(schema, newId());
  if (least === undefined) throw new Error('No sample was found for this schema: build its value in the test.');
  return { ...(least as object), ...more } as z.input<S>;
}

/** The paging of a list with only one page. */
export const LAST_PAGE = { page: 1, size: 20, next: null };

/** The paging of a page that is followed by another one. */
export const pageBefore = (next: string) => ({ ...LAST_PAGE, next });

let songs = 0;

export const musicianRef = (more: Partial<MusicianRef> = {}): MusicianRef => ({
  id: newId(),
  username: 'juno',
  displayName: 'Juno Reyes',
  isMasterChef: false,
  profileImg: null,
  ...more,
});

/** A published, playable song, as cards and the player get it. */
export function song(more: Partial<MediaSummary> = {}): MediaSummary {
  songs += 1;
  const id = more.id ?? newId();
  return {
    id,
    title: `Song ${songs}`,
    mediaType: 'song',
    musician: musicianRef(),
    score: 82,
    band: 'B',
    isFavorite: false,
    rememberCount: 0,
    playCount: 0,
    length: 180,
    artwork: null,
    poster: null,
    sources: [
      { url: `/files/${id}.m4a`, type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 128_000, width: null, height: null },
    ],
    loudness: null,
    ...more,
  };
}

/** A published, playable video. */
export const video = (more: Partial<MediaSummary> = {}): MediaSummary => song({ mediaType: 'video', ...more });

const NOTHING: MediaCan = {
  edit: false,
  publish: false,
  unpublish: false,
  submit: false,
  reopen: false,
  curate: false,
  update: false,
  reject: false,
  pin: false,
  unpin: false,
  retry: false,
  replaceFile: false,
  delete: false,
};

/** A song with all details, as its page shows it to a listener. */
export const songInFull = (more: Partial<Media> = {}): Media =>
  sample(Media, {
    ...song(more),
    description: '',
    status: 'complete',
    stage: 'Complete',
    progress: 100,
    published: true,
    publishedOn: NOW,
    allowCuration: false,
    underReview: false,
    allowPerfectlySeasoned: true,
    pinnedFavorite: false,
    ratingCount: 0,
    commentCount: 0,
    shareCount: 0,
    can: NOTHING,
    ...more,
  });

/** A musician's own published song, with the owner's permissions. */
export const ownSong = (more: Partial<Media> = {}): Media =>
  songInFull({
    can: { ...NOTHING, edit: true, unpublish: true, submit: true, update: true, replaceFile: true, delete: true },
    ...more,
  });
