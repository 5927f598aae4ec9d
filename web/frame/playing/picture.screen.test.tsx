import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { display, play, player, quietSongs, watchable } from '../../testkit/playing.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const main = page.getByRole('main');
const picture = main.getBySelector('video');
const cover = main.getBySelector('article img').first();

test('the picture of a video replaces its cover, and moves to the bar and the display without a break', async () => {
  const clip = watchable('Night Oven');
  quietSongs([clip]);
  await openScreen(`/juno/${clip.id}`);
  await expect.element(cover).toBeVisible();
  const before = cover.element().getBoundingClientRect();
  await play(clip);

  // Played slowly, so that the six seconds last for the whole test. Events that would mean a break are recorded.
  const element = document.querySelector('video')!;
  element.playbackRate = 0.1;
  const breaks: string[] = [];
  let pictures = 0;
  const count = () => {
    pictures += 1;
    element.requestVideoFrameCallback(count);
  };
  element.requestVideoFrameCallback(count);
  for (const name of ['pause', 'waiting', 'emptied', 'loadstart', 'seeking', 'error'])
    element.addEventListener(name, () => breaks.push(name));
  /** Checks that the video is visible in this place, and plays on in the same element. */
  const goesOn = async (where: Locator) => {
    await expect.element(where).toBeVisible();
    expect(where.element()).toBe(element);
    const until = pictures;
    await expect.poll(() => pictures).toBeGreaterThan(until);
  };

  await goesOn(picture);
  await expect.element(cover).not.toBeInTheDocument();
  const { left, top, width, height } = picture.element().getBoundingClientRect();
  expect([left, width / height]).toEqual([before.left, expect.closeTo(16 / 9, 1)]);
  expect(top).toBeLessThan(before.bottom);
  await expectAccessible();

  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.poll(address).toBe('/genres');
  await goesOn(player.getBySelector('video'));
  await page.viewport(390, 844);
  await goesOn(player.getBySelector('video').first());
  await page.getByRole('button', { name: 'Open Night Oven in the player' }).click();
  await goesOn(display.getBySelector('video'));
  await userEvent.keyboard('{Escape}');
  await goesOn(player.getBySelector('video'));
  await page.viewport(1440, 900);
  history.back();
  await goesOn(picture);
  expect(breaks).toEqual([]);
  // No other element ever got something to play.
  expect([...document.querySelectorAll('audio, video')]).toEqual([element]);

  // The cover is shown again after the end.
  element.playbackRate = 8;
  await expect.element(cover).toBeVisible();
  await expect.element(picture).not.toBeInTheDocument();
});
