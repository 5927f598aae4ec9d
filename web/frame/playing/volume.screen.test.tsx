import { afterEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessibleNow } from '../../testkit/accessible.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { audible, display, inBar, play, player, pressAt, pressKey } from '../../testkit/playing.ts';
import { withFingers } from '../../testkit/touch.ts';
import { setVolume } from '../../catalogue/player/settings/volume.ts';

afterEach(() => {
  setVolume(100);
  vi.restoreAllMocks();
});

const slider = player.getByRole('slider', { name: 'Volume' });
const says = (text: string) => expect.element(slider).toHaveAttribute('aria-valuetext', text);
const playHeart = () => play(audible('Cast Iron Heart'));
/** The volume of the player's element. */
const loudness = () => {
  const element = document.querySelector('video');
  return element === null || element.muted ? 0 : element.volume;
};

test('the slider lowers the sound on a curve, and its button mutes it', async () => {
  await playHeart();
  const full = loudness();
  expect(full).toBeGreaterThan(0);
  await says('100%');
  await slider.fill('50');
  await says('50%');
  // Half of the slider is a quarter of the amplitude, on top of the song's own gain.
  await expect.poll(loudness).toBeCloseTo(full / 4, 5);
  await inBar('Mute').click();
  await expect.poll(loudness).toBe(0);
  await says('50%, muted');
  await inBar('Unmute').click();
  await expect.poll(loudness).toBeCloseTo(full / 4, 5);
});

test('keys change and mute the volume, even while the slider has the focus, and are in the list of keys', async () => {
  await playHeart();
  for (const key of ['-', '-', '-', '+']) await pressKey(key);
  await says('90%');
  await pressKey('m');
  await says('90%, muted');
  // Turning the volume up unmutes.
  await pressKey('+');
  await says('95%');
  await pressAt(slider, 'ArrowDown');
  await says('90%');
  await userEvent.keyboard('m');
  await says('90%, muted');
  await userEvent.keyboard('k');
  await expect.element(inBar('Play')).toBeVisible();
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(keys.getByText('Quieter or louder', { exact: true })).toBeVisible();
  await expect.element(keys.getByText('Mute or unmute', { exact: true })).toBeVisible();
});

test('the slider is shown above its button where the bar is narrow, for the mouse and for the keyboard', async () => {
  await playHeart();
  const mute = inBar('Mute');
  for (const width of [900, 1024, 1440, 1600]) {
    await page.viewport(width, 900);
    const box = slider.element().parentElement!;
    const isOpaque = (opacity: string) => expect.poll(() => getComputedStyle(box).opacity).toBe(opacity);
    await commands.restPointer();
    (document.activeElement as HTMLElement | null)?.blur();
    await isOpaque(width < 1536 ? '0' : '1');
    await mute.hover();
    await isOpaque('1');
    await commands.restPointer();
    await userEvent.keyboard('{Shift}');
    (mute.element() as HTMLElement).focus();
    await isOpaque('1');
    await expect.element(slider).toBeInViewport({ ratio: 0.99 });
    await userEvent.tab();
    await expect.element(slider).toHaveFocus();
    await expectNoSideways();
    await expectAccessibleNow();
  }
});

test('a small window has the slider in the display, and a phone has its own volume keys instead', async () => {
  await playHeart();
  await page.viewport(390, 844);
  await expect.element(slider).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open Cast Iron Heart in the player' }).click();
  const large = display.getByRole('slider', { name: 'Volume' });
  await expect.element(large).toBeVisible();
  await withFingers(async () => {
    await expect.element(large).not.toBeInTheDocument();
    await expect.element(display.getByRole('button', { name: 'Collapse the player' })).toBeVisible();
    await expect.element(display.getByRole('button', { name: 'Mute', exact: true })).not.toBeInTheDocument();
  });
});
