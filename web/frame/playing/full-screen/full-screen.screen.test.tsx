import { afterEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessibleNow } from '../../../testkit/accessible.ts';
import { audible, openQueue, play, playing, pressKey, queuePanel, watchable } from '../../../testkit/playing.ts';
import { setVolume } from '../../../catalogue/player/settings/volume.ts';

const main = page.getByRole('main');
const full = page.getByRole('dialog', { name: /^Full screen/ });
const picture = full.getBySelector('video');
const inFull = (name: string) => full.getByRole('button', { name, exact: true });
const isFull = (yes: boolean) => expect.poll(() => document.fullscreenElement !== null).toBe(yes);
const isPaused = () => document.querySelector('video')!.paused;

afterEach(() => {
  vi.restoreAllMocks();
  setVolume(100);
});

/** Plays a video on its page in a loop, because its six seconds are short. */
async function playClip(): Promise<void> {
  await play(watchable('Night Oven'));
  await expect.element(main.getBySelector('video')).toBeVisible();
  await openQueue();
  for (const now of ['off', 'all'])
    await queuePanel.getByRole('button', { name: `Repeat: ${now}`, exact: true }).click();
  await queuePanel.getByRole('button', { name: 'Close the queue' }).click();
  await expect.element(queuePanel).not.toBeInTheDocument();
}

async function left(): Promise<void> {
  await expect.element(full).not.toBeInTheDocument();
  await isFull(false);
}

test('a video fills the screen by its button, and plays on there and afterwards on its page', async () => {
  await playClip();
  await main.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect.element(picture).toBeVisible();
  await isFull(true);
  const { width, height } = picture.element().getBoundingClientRect();
  expect({ width, height }).toEqual({ width: innerWidth, height: innerHeight });
  await expect.poll(isPaused).toBe(false);
  await inFull('Exit full screen').click();
  await left();
  await expect.element(main.getBySelector('video')).toBeVisible();
});

test('a video enters and leaves full screen by a double click and by a key, and leaves it by Escape', async () => {
  await playClip();
  await main.getBySelector('video').dblClick();
  await isFull(true);
  await picture.dblClick();
  await left();
  for (const leave of ['f', '{Escape}']) {
    await pressKey('f');
    await expect.element(picture).toBeVisible();
    await isFull(true);
    await userEvent.keyboard(leave);
    await left();
  }
  await expect.poll(isPaused).toBe(false);
});

test('the controls of full screen fit a phone and a desktop, and are hidden without input', async () => {
  await playClip();
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.viewport(width, 900);
    await commands.emulateMedia({ colorScheme });
    await expectAccessibleNow();
    await pressKey('f');
    await isFull(true);
    await expect.element(inFull('Exit full screen')).toBeInViewport({ ratio: 1 });
    await expectAccessibleNow();
    await userEvent.keyboard('f');
    await left();
  }
  await commands.emulateMedia({ colorScheme: 'light' });
  await pressKey('f');
  const shade = full.getBySelector('[data-controls]');
  await expect.element(shade).toHaveStyle({ opacity: '0' });
  await userEvent.hover(picture);
  await expect.element(shade).toHaveStyle({ opacity: '1' });
});

test('volume, settings and queue work in full screen, and a press on the picture toggles playback', async () => {
  await playClip();
  await pressKey('f');
  await isFull(true);
  await userEvent.keyboard('k');
  await expect.element(inFull('Play')).toBeVisible();
  // Full screen does not scroll, so the arrow keys change the volume.
  const volume = full.getByRole('slider', { name: 'Volume' });
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(volume).toHaveAttribute('aria-valuetext', '95%');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(volume).toHaveAttribute('aria-valuetext', '100%');
  await inFull('Playback settings').click();
  const settings = page.getByRole('dialog', { name: 'Playback settings' });
  await settings.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(settings).not.toBeInTheDocument();
  await inFull('Queue').click();
  await queuePanel.getByRole('button', { name: 'Close the queue' }).click();
  await expect.element(queuePanel).not.toBeInTheDocument();
  await picture.click();
  await expect.element(inFull('Pause')).toBeVisible();
});

test('a song, which has no picture, does not fill the screen', async () => {
  await play(audible('Cast Iron Heart'));
  await pressKey('f');
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.element(full).not.toBeInTheDocument();
  await isFull(false);
});

test('a page change leaves full screen, and the video plays on', async () => {
  await playClip();
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await pressKey('f');
  await isFull(true);
  history.back();
  await left();
  await expect.element(playing).toHaveText('Night Oven');
  expect(isPaused()).toBe(false);
});

test('uses the video’s native full screen where only a video may fill the screen', async () => {
  const native = vi.fn<() => void>();
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  Object.defineProperty(HTMLVideoElement.prototype, 'webkitEnterFullscreen', { value: native, configurable: true });
  try {
    await playClip();
    await main.getByRole('button', { name: 'Full screen', exact: true }).click();
    await expect.poll(() => native.mock.calls.length).toBe(1);
    await expect.element(full).not.toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'webkitEnterFullscreen');
  }
});

test('the video fills the window when the browser refuses full screen', async () => {
  vi.spyOn(Element.prototype, 'requestFullscreen').mockRejectedValue(new TypeError('It is not allowed.'));
  await playClip();
  await main.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect.element(picture).toBeVisible();
  await isFull(false);
  await userEvent.keyboard('{Escape}');
  await expect.element(full).not.toBeInTheDocument();
});
