import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import { updateMedia } from '@scoville/contract/media-edit.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testkit/accessible.ts';
import { musician } from '../testkit/accounts.ts';
import { fake, raw } from '../testkit/api.ts';
import { LAST_PAGE, musicianRef, ownSong } from '../testkit/sample.ts';
import { openScreen } from '../testkit/screen.tsx';

const shown = (kind: 'error' | 'info' | 'success') => page.getBySelector(`[data-toast=${kind}]`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** A musician with two published songs, on the list of them, all selected. */
beforeEach(async () => {
  const media = [ownSong({ title: 'Paprika' }), ownSong({ title: 'Saffron' })];
  fake(mediaOfUser, { media, musician: musicianRef(), avgRating: null, canSort: false, total: 2, paging: LAST_PAGE });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/account/media', { as: musician() });
  await page.getByLabelText('Select all').click();
});

test('ER-09 ER-11 ER-13 an error is shown at the bottom left until it is tapped or closed', async () => {
  fake(updateMedia, raw(500, ''));
  await press('Unpublish');
  const error = shown('error');
  await expect.element(error).toHaveText('Error Processing Requests.');
  // The card, which takes the place of the bare text; where it comes to rest.
  await expect.element(error.getByRole('button', { name: 'Close message' })).toBeVisible();
  await expect.poll(() => error.element().getBoundingClientRect().x).toBe(16);
  expect(error.element().getBoundingClientRect().bottom).toBeGreaterThan(860);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(error).toBeVisible();
  await expectAccessible();
  // A tap anywhere on it.
  await error.click({ position: { x: 30, y: 30 } });
  await expect.element(error).not.toBeInTheDocument();
  await press('Unpublish');
  await expect.element(error).toBeVisible();
  // It is read out at once, and its button is there for the keyboard.
  await expect.element(page.getByRole('alert').filter({ hasText: 'Error Processing Requests.' })).toBeVisible();
  (page.getByRole('button', { name: 'Close message' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(error).not.toBeInTheDocument();
});

test('ER-12 an information is titled Notice and disappears unless the pointer is on it', async () => {
  await press('Publish');
  const info = shown('info');
  await expect.element(info.getByRole('paragraph').nth(0)).toHaveText('Notice');
  await expect.element(info.getByRole('paragraph').nth(1)).toHaveText('2 media already published.');
  await info.hover();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(info).toBeVisible();
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await vi.advanceTimersByTimeAsync(5000);
  await expect.element(info).not.toBeInTheDocument();
});
