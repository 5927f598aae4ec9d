import { type SeekPreview, media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { sendLiveEvent } from '../../testkit/live.ts';
import { display, inBar, play, playAndPause, player, seek, watchable } from '../../testkit/playing.ts';

const PICTURES: SeekPreview = {
  url: '/files/sprite.jpg',
  interval: 2,
  columns: 2,
  count: 3,
  width: 160,
  height: 90,
};
const preview = page.getBySelector('[data-seek-preview]');
/** Plays a video and pauses it, once its pictures are ready to be shown. */
const halted = async () => {
  await playAndPause(watchable('Kettle', { seekPreview: PICTURES }));
  await expect.element(page.getBySelector('[data-seek-previews]')).toBeInTheDocument();
};
/** The picture that is shown, as its column and row. */
const cellShown = () => {
  const cell = preview.elements()[0]?.firstElementChild;
  if (!(cell instanceof HTMLElement)) return null;
  const [x = 0, y = 0] = cell.style.backgroundPosition.split(' ').map((part) => Math.abs(parseInt(part, 10)));
  return [x / PICTURES.width, y / PICTURES.height];
};
/** Moves the pointer to a share of a slider's width. */
const point = async (at: Locator, share: number) => {
  const { width, height } = at.element().getBoundingClientRect();
  await at.hover({ position: { x: width * share, y: height / 2 } });
};

test('a video shows the picture for the position under the pointer, and none outside of the slider', async () => {
  await halted();
  await expect.element(preview).not.toBeInTheDocument();
  await point(seek, 0.1);
  await expect.poll(cellShown).toEqual([0, 0]);
  await point(seek, 0.6);
  await expect.poll(cellShown).toEqual([1, 0]);
  await expect.element(preview).toHaveText('0:03');
  await point(seek, 0.95);
  await expect.poll(cellShown).toEqual([0, 1]);
  const box = preview.element().getBoundingClientRect();
  expect(box.right).toBeLessThanOrEqual(seek.element().getBoundingClientRect().right + 1);
  expect(box.bottom).toBeLessThanOrEqual(seek.element().getBoundingClientRect().top);
  await page.getByRole('main').hover({ position: { x: 5, y: 5 } });
  await expect.element(preview).not.toBeInTheDocument();
});

test('a video shows the picture under a resting pointer as soon as its pictures are available', async () => {
  const video = watchable('Kettle', { seekPreview: PICTURES });
  await playAndPause({ ...video, seekPreview: null }, musician({ id: video.musician.id }));
  await point(seek, 0.6);
  await expect.element(preview).not.toBeInTheDocument();
  fake(media, video);
  await sendLiveEvent({ name: 'media', data: { id: video.id, stage: 'Complete', progress: 100, replaces: false } });
  await expect.poll(cellShown).toEqual([1, 0]);
});

test('a video briefly shows the picture for the position reached by a key', async () => {
  await halted();
  (seek.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(cellShown).toEqual([0, 1]);
  await expect.element(preview).not.toBeInTheDocument();
  await userEvent.keyboard('{Home}');
  await expect.poll(cellShown).toEqual([0, 0]);
  await userEvent.keyboard('{Escape}');
  await expect.element(preview).not.toBeInTheDocument();
});

test('the expanded player of a video shows the picture for the position under the pointer', async () => {
  await halted();
  await inBar('Expand the player').click();
  const slider = display.getByRole('slider', { name: 'Seek' });
  await expect.element(slider).toBeVisible();
  await expect.element(display.getBySelector('[data-seek-previews]')).toBeInTheDocument();
  await point(slider, 0.5);
  await expect.poll(cellShown).toEqual([1, 0]);
});

test('a video without pictures, for example during processing, is sought like a song', async () => {
  await play(watchable('Kettle', { seekPreview: null }));
  await point(seek, 0.5);
  await expect.element(player.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await expect.element(preview).not.toBeInTheDocument();
});
