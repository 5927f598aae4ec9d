import { addFavorite } from '@scoville/contract/catalogue/favorites.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { professions } from '@scoville/contract/community/profiles/profile-lookups.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { toast } from '../../testkit/find.ts';
import { silence } from '../../testkit/sound.ts';
import { emptyReply } from '../../testkit/trouble.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible, expectAccessibleNow } from '../../testkit/accessible.ts';
import { musician } from '../../testkit/accounts.ts';
import { fake, raw, refused } from '../../testkit/api.ts';
import { LAST_PAGE, musicianRef, ownSong, songInFull } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

const shown = (kind: 'error' | 'info' | 'success') => page.getBySelector(`[data-toast=${kind}]`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the list of a musician with two published songs, and selects them all. */
async function openOwnMedia(): Promise<void> {
  const media = [ownSong({ title: 'Paprika' }), ownSong({ title: 'Saffron' })];
  fake(mediaOfUser, { media, musician: musicianRef(), avgRating: null, canSort: false, total: 2, paging: LAST_PAGE });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/account/media', { as: musician() });
  await page.getByLabelText('Select all').click();
}

test('ER-09 ER-11 ER-13 an error is shown at the bottom left until it is tapped or closed', async () => {
  await openOwnMedia();
  fake(updateMedia, raw(500, ''));
  await press('Unpublish');
  const error = shown('error');
  await expect.element(error).toHaveText('Error Processing Requests.');
  // The card has replaced the bare text, and its animation has ended.
  await expect.element(error.getByRole('button', { name: 'Close message' })).toBeVisible();
  await expect.poll(() => error.element().getBoundingClientRect().x).toBe(16);
  expect(error.element().getBoundingClientRect().bottom).toBeGreaterThan(860);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(error).toBeVisible();
  await expectAccessible();
  // Taps anywhere on the message.
  await error.click({ position: { x: 30, y: 30 } });
  await expect.element(error).not.toBeInTheDocument();
  await press('Unpublish');
  await expect.element(error).toBeVisible();
  // The error is announced immediately, and the keyboard reaches its button.
  await expect.element(page.getByRole('alert').filter({ hasText: 'Error Processing Requests.' })).toBeVisible();
  (page.getByRole('button', { name: 'Close message' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(error).not.toBeInTheDocument();
});

test('ER-12 an info message is titled Notice and disappears unless the pointer is on it', async () => {
  await openOwnMedia();
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

test('ER-14 ER-24 saving the profile reports success, and a failure without a reason', async () => {
  const me = musician();
  const saved = fake(updateUser, () => me);
  fake(professions, { professions: [] });
  await openScreen('/account/profile', { as: me });
  await page.getByLabelText('Title', { exact: true }).fill('Piper');
  await press('Save Profile');
  await expect.element(toast('Successfully updated!')).toBeVisible();
  expect(saved.calls.map(({ body }) => body.title)).toEqual(['Piper']);
  fake(updateUser, raw(500, ''));
  await page.getByLabelText('Title', { exact: true }).fill('Drummer');
  await press('Save Profile');
  await expect.element(toast('Update failed.')).toBeVisible();
});

/** Opens the page of a song and plays it. */
async function play(playing: Media, as = musician()): Promise<void> {
  quietSongPage(playing);
  await openScreen(`/juno/${playing.id}`, { as });
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
}

test('ER-30 a song whose file cannot be loaded shows no message', async () => {
  const asked = fake(mediaSearch, emptyReply(mediaSearch));
  await play(songInFull());
  await expect.poll(() => asked.calls.length).toBeGreaterThan(0);
  const player = page.getByRole('region', { name: 'Player' });
  await expect.element(player.getByRole('alert')).toHaveText('This could not be played. Try again.');
  await expect.element(page.getBySelector('[data-toast]')).toHaveLength(0);
});

/** Whether a press on the middle of an element reaches that element. */
function isInFront(target: Locator): boolean {
  const { left, top, width, height } = target.element().getBoundingClientRect();
  return target.element().contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('ER-11 ER-13 PL-13 a message is shown in front of the player’s display and a dialog over it, and outlives both', async () => {
  fake(addFavorite, refused(500, 'The pantry is closed.'));
  await play(songInFull({ sources: [silence(60)] }));
  await press('Expand the player');
  const display = page.getByRole('dialog', { name: /^Player/ });
  const settings = page.getByRole('dialog', { name: 'Playback settings' });
  const error = shown('error');
  const leftOf = () => error.query()?.getBoundingClientRect().x;
  const openSettings = () => display.getByRole('button', { name: 'Playback settings' }).click();

  await display.getByRole('button', { name: /^Favorite / }).click();
  await expect.element(error).toHaveText('The pantry is closed.');
  await expect.element(display.getByRole('alert').filter({ hasText: 'The pantry is closed.' })).toBeVisible();
  await expect.poll(() => isInFront(error)).toBe(true);
  await expect.poll(leftOf).toBe(16);
  await expectAccessibleNow();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height);
    await expect.poll(() => isInFront(error)).toBe(true);
    for (const name of ['Previous', 'Pause', 'Next'])
      expect(isInFront(display.getByRole('button', { name, exact: true }))).toBe(true);
    await expect.poll(leftOf).toBe(16);
  }

  await openSettings();
  await expect.element(settings.getByText('The pantry is closed.')).toBeVisible();
  await expect.poll(() => isInFront(error)).toBe(true);
  await expectAccessibleNow();
  await userEvent.keyboard('{Escape}');
  await expect.element(settings).not.toBeInTheDocument();
  await expect.poll(() => isInFront(error)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(display).not.toBeInTheDocument();
  await expect.poll(() => isInFront(error)).toBe(true);
  await press('Expand the player');
  await openSettings();
  // A press on the message doesn't count as one outside the dialog, which would close the dialog.
  await error.click({ position: { x: 30, y: 30 } });
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(settings).toBeVisible();
});
