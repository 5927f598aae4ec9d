import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectAccessibleNow } from '../../testkit/accessible.ts';
import { fake } from '../../testkit/api.ts';
import { cardTitles, listNamed } from '../../testkit/samples/lists.ts';
import {
  GENRE,
  audible,
  display,
  currentSecond,
  inBar,
  isSounding,
  play,
  player,
  playing,
  pressAt,
  pressKey,
  quietSongs,
  seek,
  expectSounding,
} from '../../testkit/playing.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { choosePlayerKeys } from './key-choice.ts';

afterEach(() => choosePlayerKeys(true));

const toGenres = async () => {
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.poll(address).toBe('/genres');
};

test('PL-03 PL-04 PL-19 the bar shows the counts, the score ring and the musician of the track', async () => {
  await play(audible('Counted', { score: 94, band: 'A', playCount: 1234, rememberCount: 1 }));
  await expect.element(playing).toHaveText('Counted');
  for (const text of ['1,234 plays', '1 fav'])
    await expect.element(player.getByText(text, { exact: true })).toBeVisible();
  await expect.element(player.getByText('Score 94, PRFCTLY SEASND', { exact: true })).toBeInTheDocument();
  await expect.element(player.getByText('Master Chef')).not.toBeInTheDocument();
  await player.getByRole('link', { name: 'Juno Reyes' }).click();
  await expect.poll(address).toBe('/juno');
});

test('SC-07 the player shows a score from 60 up, and none below', async () => {
  await play(audible('Just Done', { score: 60, band: 'C' }));
  await expect.element(playing).toHaveText('Just Done');
  await expect.element(player.getByText('Score 60, UNDR COOKD', { exact: true })).toBeInTheDocument();
  await inBar('Close the player').click();
  // The server doesn't reveal a lower score.
  await play(audible('Not Done', { score: null, band: null }));
  await expect.element(playing).toHaveText('Not Done');
  await expect.element(player).not.toHaveTextContent(/Score|Chopped/i);
});

test('PL-02 PL-13 PL-15 RT-06 the player expands, closes its display at a page change, collapses, and closes', async () => {
  await play(audible('Cast Iron Heart', { description: 'Cooked at night.', tags: [{ text: 'late' }] }));
  await inBar('Expand the player').click();
  await expect.element(display.getByText('Cooked at night.', { exact: true })).toBeVisible();
  const labels = display.getByRole('list', { name: 'Labels' });
  await expect.element(labels.getByText('late', { exact: true })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(display).not.toBeInTheDocument();
  await toGenres();
  await inBar('Expand the player').click();
  await expect.element(display).toBeVisible();
  history.back();
  await expect.element(display).not.toBeInTheDocument();
  await expectSounding();
  await expectAccessible();
  await inBar('Close the player').click();
  await expect.element(player).not.toBeInTheDocument();
  await expectSounding(false);
});

test('PL-09 next starts the next track of the list, previous the one before, and the slider seeks by keys', async () => {
  const songs = [audible('Cast Iron Heart'), audible('Smoke Ring')] as const;
  quietSongs(songs);
  await openScreen(GENRE);
  await expect.poll(() => cardTitles(listNamed('Supper'))).toEqual(['Cast Iron Heart', 'Smoke Ring']);
  await pressAt(page.getByRole('main').getByRole('button', { name: 'Play Cast Iron Heart' }), 'Enter');
  await expectSounding();
  await expect.element(playing).toHaveText('Cast Iron Heart');
  await pressAt(seek, 'ArrowRight');
  await expect.poll(currentSecond).toBeGreaterThan(5);
  await pressAt(seek, 'Home');
  await expect.poll(currentSecond).toBeLessThan(3);
  await inBar('Next').click();
  await expect.element(playing).toHaveText('Smoke Ring');
  await expectSounding();
  await pressKey('p');
  await expect.element(playing).toHaveText('Cast Iron Heart');
});

test('PL-17 a play is counted once, after 5 percent of the duration', async () => {
  // Positions at the time of the call; reading them from the calls of `counted` later would be too late.
  const saidAt: number[] = [];
  const song = audible('Slow Table', { length: 30 });
  const plays = () => counted.calls.filter(({ body }) => body.statTitle === 'play-media');
  const counted = fake(stats, ({ body }) => {
    if (body.statTitle === 'play-media') saidAt.push(currentSecond());
    return { accepted: true };
  });
  await play(song);
  await expect.poll(plays).toHaveLength(1);
  expect(plays()[0]?.body).toMatchObject({ media: song.id, musician: song.musician.id, origin: 'page' });
  // 5 percent of 30 seconds are 1.5. Time counts from when the track could sound, which on a busy machine is a little
  // earlier than it does.
  expect(saidAt[0]).toBeGreaterThan(0.75);
  await expect.poll(currentSecond).toBeGreaterThan(4);
  expect(plays()).toHaveLength(1);
});

test('a press on the waveform of a song that is not in the player plays it from there', async () => {
  const song = audible('Cast Iron Heart');
  quietSongs([song]);
  await openScreen(`/juno/${song.id}`);
  await page.getByRole('main').getByRole('slider', { name: 'Seek' }).click();
  await expectSounding();
  expect(currentSecond()).toBeGreaterThanOrEqual(30);
});

test('two presses in a row pause and resume, even if the pause event arrives after the second press', async () => {
  await play(audible('Cast Iron Heart'));
  const paused = new Promise((resolve) =>
    document.querySelector('video')!.addEventListener('pause', resolve, { once: true }),
  );
  for (let times = 0; times < 2; times += 1)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
  await paused;
  await expect.element(inBar('Pause')).toBeVisible();
  expect(isSounding()).toBe(true);
});

test('the player’s keys can be switched off, and its controls still work by keyboard', async () => {
  await play(audible('Cast Iron Heart'));
  const keys = page.getByRole('menuitemcheckbox', { name: 'Player keys' });
  await pressKey('k');
  await expectSounding(false);
  await pressKey('k');
  await expectSounding();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(keys).toBeChecked();
  await expectAccessibleNow();
  await keys.click();
  // In the paused player the effect of any key would be visible as a start or a changed position.
  await inBar('Pause').click();
  await expectSounding(false);
  const place = currentSecond();
  expect(place).toBeGreaterThan(0);
  for (const key of ['k', 'j', 'l', 'n', 'p', '{ArrowRight}', ' ', 'k']) await pressKey(key);
  await expect.element(playing).toHaveText('Cast Iron Heart');
  expect([isSounding(), currentSecond()]).toEqual([false, place]);

  await pressAt(inBar('Play'), 'Enter');
  await expectSounding();
  await pressAt(inBar('Pause'), 'Enter');
  await expectSounding(false);
  await pressAt(page.getByRole('button', { name: 'Menu' }), 'Enter');
  await expect.element(keys).not.toBeChecked();
  await keys.click();
  await pressKey('k');
  await expectSounding();
});
