import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { fake, fakeFile, lost } from '../../testkit/api.ts';
import {
  GENRE,
  audible,
  currentSecond,
  inBar,
  listOf,
  player,
  playing,
  pressAt,
  quietSongs,
  seek,
  expectSounding,
} from '../../testkit/playing.ts';
import { openScreen, reloadScreen } from '../../testkit/screen.tsx';

const RECONNECTING = 'No connection. Trying again…';
const says = player.getByRole('alert');
const startHere = () => page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();

/** The same song at an address without a file. */
const gone = (song: Media): Media => ({
  ...song,
  sources: song.sources.map((source) => ({ ...source, url: `/files/${song.id}.wav` })),
});

/**
 * Waits until the bar shows this message. Each look advances the time by a second, because the player's retries are
 * ever further apart.
 */
const soonSays = (sentence: string) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return says.query()?.textContent;
    })
    .toBe(sentence);

/** Opens the page of a song whose file is missing. */
async function openGone(song: Media): Promise<void> {
  quietSongs([gone(song)]);
  await openScreen(`/juno/${song.id}`);
}

test('PL-16 the player requests new addresses three times, then stops and shows it', async () => {
  const song = audible('Cast Iron Heart');
  // The server responds but refuses the file.
  fakeFile(/^\/files\//, 'expired', 'text/plain');
  await openGone(song);
  const asked = fake(mediaSearch, () => listOf([gone(song)]));
  await startHere();
  await expect.element(says).toHaveText('This could not be played. Try again.');
  expect(asked.calls.map(({ query }) => query.ids)).toEqual([song.id, song.id, song.id]);
  await expect.element(page.getBySelector('[data-toast]')).not.toBeInTheDocument();
  fake(mediaSearch, () => listOf([song]));
  await inBar('Play').click();
  await expectSounding();
});

test('PL-16 e5 a short network loss is bridged', async () => {
  const song = audible('Cast Iron Heart');
  await openGone(song);
  // The file fails once, and then the first request for its new address.
  let questions = 0;
  fake(mediaSearch, () => ((questions += 1) === 1 ? lost() : listOf([song])));
  await startHere();
  await expectSounding();
  expect(questions).toBe(2);
  await expect.element(says).not.toBeInTheDocument();
});

test('PL-16 a lost network is shown, and the chosen track continues when the network is back', async () => {
  const [first, second] = [audible('Cast Iron Heart'), audible('Smoke Ring')];
  quietSongs([first, gone(second)]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen(GENRE);
  await page.getByRole('main').getByRole('button', { name: 'Play Cast Iron Heart' }).click();
  await expectSounding();
  fake(mediaSearch, lost());
  await inBar('Next').click();
  await soonSays(RECONNECTING);
  await expect.element(playing).toHaveText('Smoke Ring');
  await expectSounding(false);
  await expectAccessible();
  fake(mediaSearch, listOf([second]));
  window.dispatchEvent(new Event('online'));
  await expectSounding();
  await expect.element(says).not.toBeInTheDocument();
  await expect.element(playing).toHaveText('Smoke Ring');
});

test('PL-16 e5 waits for files of a failing server without a press, then continues at the position', async () => {
  const song = audible('Cast Iron Heart');
  quietSongs([song]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen(`/juno/${song.id}`);
  await startHere();
  await expectSounding();
  await pressAt(seek, 'PageUp');
  await expect.poll(currentSecond).toBeGreaterThan(29);
  await reloadScreen();
  // From now on the file is missing, both for the element and for the check whether the server responds.
  for (const { url } of song.sources) URL.revokeObjectURL(url);
  let isDown = true;
  const asked = fake(mediaSearch, () => listOf([isDown ? song : { ...song, ...audible('Again'), id: song.id }]));
  await inBar('Play').click();
  await soonSays(RECONNECTING);
  const before = asked.calls.length;
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(() => asked.calls.length).toBeGreaterThan(before);
  await expectSounding(false);
  await expect.element(says).toHaveText(RECONNECTING);
  isDown = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await expectSounding();
  expect(currentSecond()).toBeGreaterThan(29);
  await expect.element(says).not.toBeInTheDocument();
});
