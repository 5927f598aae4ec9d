import { type Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { genreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { parse } from 'zod/mini';
import { quietly } from './api.ts';
import { genre } from './samples/lists.ts';
import { quietPages } from './samples/pages.ts';
import { quietSongPage } from './samples/song-page.ts';
import { LAST_PAGE, songInFull } from './sample.ts';
import { openScreen } from './screen.tsx';
import { movingBar, silence } from './sound.ts';

/*
 * Songs that the product's own media element plays: silence, which Chromium decodes in real time like any file. No part
 * of the player is replaced.
 */

export const player = page.getByRole('region', { name: 'Player' });
/** The title in the bar, which is its first paragraph. */
export const playing = player.getByRole('paragraph').first();
export const display = page.getByRole('dialog', { name: /^Player/ });
export const seek = player.getByRole('slider', { name: 'Seek' });
export const inBar = (name: string): Locator => player.getByRole('button', { name, exact: true });

/** A playable song with all details, one minute long unless `length` is given. */
export const audible = (title: string, more: Partial<Media> = {}): Media =>
  songInFull({ title, length: 60, sources: [silence(more.length ?? 60)], ...more });

/** A playable video of six seconds. */
export const watchable = (title: string, more: Partial<Media> = {}): Media =>
  audible(title, { mediaType: 'video', length: 6, sources: [movingBar], ...more });

export const queuePanel = page.getByRole('dialog', { name: 'Queue', exact: true });
export const queueRows = queuePanel.getByRole('list', { name: 'Tracks in the queue' }).getByRole('listitem');
export async function openQueue(): Promise<void> {
  await inBar('Queue').click();
  await expect.element(queuePanel).toBeVisible();
}
/** The titles in the queue, in order. */
const queueOrder = () =>
  queueRows
    .getByRole('button', { name: /^Move / })
    .elements()
    .map((grip) => grip.getAttribute('aria-label')?.replace('Move ', ''));
export const expectQueue = (titles: readonly string[]): Promise<void> => expect.poll(queueOrder).toEqual(titles);

const element = () => document.querySelector('video');
/** Playback position in seconds of the playing element. */
export const currentSecond = (): number => element()?.currentTime ?? 0;
export const isSounding = (): boolean => element()?.paused === false && currentSecond() > 0.1;
export const expectSounding = (yes = true): Promise<void> => expect.poll(isSounding).toBe(yes);

/** Focuses an element and presses a key. */
export async function pressAt(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeVisible();
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard(`{${key}}`);
}

/** Presses a key while no element has the focus. */
export async function pressKey(key: string): Promise<void> {
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard(key);
}

/** The address of a genre whose list contains only the given songs. */
export const GENRE = '/genres/supper';

/** The fields of a song that lists contain. */
export const summary = (song: Media): MediaSummary => parse(MediaSummary, song);

/** A list with all of these songs on its first page. */
export const listOf = (songs: readonly Media[]) => ({
  media: songs.map(summary),
  total: songs.length,
  paging: LAST_PAGE,
});

/** Fakes the calls of these songs' pages, of the genre that lists them, and of the player. */
export function quietSongs(songs: readonly [Media, ...Media[]]): void {
  quietSongPage(songs[0]);
  quietPages(songs);
  quietly(genreInfo, genre('supper'));
  quietly(mediaSearch, ({ query: { ids } }) =>
    listOf(ids === undefined ? songs : songs.filter(({ id }) => ids.includes(id))),
  );
  quietly(showings, ({ body }) => ({ accepted: body.media.length }));
}

/** The play button of the open page. */
const startButton = page.getByRole('main').getByRole('button', { name: 'Play', exact: true });

/** Opens the page of a song and plays it there. */
export async function play(song: Media, as: Me | null = null): Promise<void> {
  quietSongs([song]);
  await openScreen(`/juno/${song.id}`, { as });
  await startHere();
}

/** Opens the page of a short song or video, plays it there, and pauses it before it can end. */
export async function playAndPause(song: Media, as: Me | null = null): Promise<void> {
  quietSongs([song]);
  await openScreen(`/juno/${song.id}`, { as });
  await startButton.click();
  // A click on Pause takes seconds on a busy machine, so the element is paused as by the system.
  await expect
    .poll(() => {
      if (isSounding()) element()?.pause();
      return currentSecond() > 0.1 && element()?.paused;
    })
    .toBe(true);
  await expect.element(inBar('Play')).toBeVisible();
}

/** Presses the play button of the open page. */
export async function startHere(): Promise<void> {
  await startButton.click();
  await expectSounding();
  // The sound may start before the bar is shown, which handles keys.
  await expect.element(player).toBeVisible();
}
