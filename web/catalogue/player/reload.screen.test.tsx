import { expect, test } from 'vitest';
import {
  GENRE,
  audible,
  currentSecond,
  inBar,
  play,
  playing,
  pressAt,
  quietSongs,
  seek,
  expectSounding,
  summary,
  watchable,
} from '../../testkit/playing.ts';
import { openScreen, reloadScreen } from '../../testkit/screen.tsx';
import { movingBar } from '../../testkit/sound.ts';

test('a reload restores the track, paused at its position', async () => {
  await play(audible('Cast Iron Heart'));
  await pressAt(seek, 'PageUp');
  await expect.poll(currentSecond).toBeGreaterThan(30);
  await reloadScreen();
  await expect.element(playing).toHaveText('Cast Iron Heart');
  await expect.element(inBar('Play')).toBeVisible();
  await expectSounding(false);
  expect(Number(seek.element().getAttribute('aria-valuenow'))).toBeGreaterThan(29);
  await inBar('Play').click();
  await expectSounding();
  expect(currentSecond()).toBeGreaterThan(29);
});

test('a track with a saved position past its end starts over, as a shorter file may have replaced it', async () => {
  // The file loads only after the press, because the browser itself would restart a file that is already loaded.
  const file = new MediaSource();
  const clip = watchable('Night Oven', { sources: [{ ...movingBar, url: URL.createObjectURL(file) }] });
  quietSongs([clip]);
  const queue = { ids: clip.id.replaceAll('-', ''), media: [summary(clip)], index: 0, repeat: 'off', shuffle: null };
  sessionStorage.setItem('player', JSON.stringify({ ...queue, at: 500 }));
  // The test opens another page than the video's own, which would load the beginning of the file ahead.
  await openScreen(GENRE);
  await inBar('Play').click();
  await expect.poll(() => file.readyState).toBe('open');
  const bytes = await (await fetch(movingBar.url)).arrayBuffer();
  const buffer = file.addSourceBuffer(`${movingBar.type}; codecs="${movingBar.codecs}"`);
  buffer.appendBuffer(bytes);
  await new Promise((resolve) => buffer.addEventListener('updateend', resolve));
  file.endOfStream();
  await expectSounding();
  expect(currentSecond()).toBeLessThan(6);
});
