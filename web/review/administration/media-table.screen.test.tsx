import { notices } from '@scoville/contract/review/administration.ts';
import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { health } from '@scoville/contract/frame/health.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOW, administrator, member } from '../../testkit/accounts.ts';
import { fake, hold, quietly, refused } from '../../testkit/api.ts';
import { ownSong, sample } from '../../testkit/sample.ts';
import { DUSK, FOLK, SOUL, fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const dialog = page.getByRole('dialog');
const asAdmin = { as: administrator() };
const shelf = ownSong({ title: 'Shelf 1' });

test('a search that a link has cleared stays cleared, and the box shows the search in the address', async () => {
  quietAdministration();
  fakeMediaTable(shelf);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/admin/media?q=Shelf', asAdmin);
  const box = page.getByLabelText('Search by title');
  await expect.element(box).toHaveValue('Shelf');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Media' }).click();
  await expect.poll(address).toBe('/admin/media');
  await expect.element(box).toHaveValue('');
  await vi.advanceTimersByTimeAsync(1000);
  expect(address()).toBe('/admin/media');
  // Typed text is written to the address while the administrator continues typing.
  await box.click();
  await userEvent.keyboard('Shelf ');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(address).toMatch(/q=Shelf/);
  await userEvent.keyboard('1');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(address).toBe('/admin/media?q=Shelf+1');
  await expect.element(box).toHaveValue('Shelf 1');
});

test('a genre and a mood can be chosen once loaded, and a failed load can be retried', async () => {
  quietAdministration();
  const song = {
    ...shelf,
    curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80, total: 80 },
    can: { ...shelf.can, update: true },
  };
  fakeMediaTable(song);
  fake(media, song);
  let isDown = true;
  const down = refused(400, 'Not now.');
  const genresHeld = hold(genres, () => (isDown ? down : { genres: [SOUL, FOLK], total: 2 }));
  const moodsHeld = hold(moods, () => (isDown ? down : { moods: [DUSK], total: 1 }));
  await openScreen('/admin/media', asAdmin);
  const [genre, mood] = ['Genre', 'Mood'].map((label) => dialog.getByLabelText(label, { exact: true }));
  await page.getByLabelText('Select Shelf 1', { exact: true }).click();
  await page.getByRole('button', { name: 'Genre and mood', exact: true }).click();
  await expect.element(genre!).toBeDisabled();
  await expect.element(mood!).toBeDisabled();
  genresHeld.release();
  moodsHeld.release();
  await expect.element(dialog.getByText('Genres could not be loaded.')).toBeVisible();
  await expect.element(dialog.getByText('Moods could not be loaded.')).toBeVisible();
  isDown = false;
  await dialog.getByRole('button', { name: 'Try again to load genres' }).click();
  await expect.element(genre!).toBeEnabled();
  await genre!.selectOptions('Folk');
  await expect.element(mood!).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

  // The dialog for a verdict offers the same choices, and retries the load when it opens.
  await page.getByRole('button', { name: 'Actions for Shelf 1' }).click();
  await page.getByRole('menuitem', { name: 'Update curation', exact: true }).click();
  await mood!.selectOptions('Dusk');
  await expect.element(dialog.getByText('could not be loaded')).toHaveLength(0);
});

test('LM-03 a resized window is laid out again once, 150 ms after the last change', async () => {
  quietAdministration();
  fakeMediaTable(shelf);
  await openScreen('/admin/media', asAdmin);
  const region = page.getByRole('region', { name: 'Media', exact: true });
  await expect.element(region).toBeVisible();
  await expect.element(region).not.toHaveClass(/cut-/);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const box = region.element();
  const widths: number[] = [];
  const looks: string[] = [];
  const sizes = new ResizeObserver(() => void widths.push(window.innerWidth));
  sizes.observe(box);
  const changes = new MutationObserver(() => void looks.push(box.className));
  changes.observe(box, { attributeFilter: ['class'] });
  for (const width of [830, 820, 810]) {
    await page.viewport(width, 900);
    while (widths.at(-1) !== width) await new Promise(requestAnimationFrame);
    vi.advanceTimersByTime(149);
  }
  expect(looks).toEqual([]);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(region).toHaveClass(/cut-after/);
  expect(looks).toHaveLength(1);
  sizes.disconnect();
  changes.disconnect();
});

test('ADM-16 the account menu leads only administrators to their tables, with the notices about the machines', async () => {
  quietly(home, sample(home.reply));
  // The menu opens under the pointer, so it may load the profile.
  quietAdministration();
  const openMenu = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  };
  const admin = page.getByRole('menuitem', { name: 'Admin', exact: true });
  await openScreen('/login', { as: member() });
  await openMenu();
  await expect.element(admin).toHaveLength(0);

  fakeMediaTable();
  const found = [
    'ffmpeg 5.1 has known vulnerabilities.',
    'Uploaded files are decoded without files of its own. '.repeat(4),
  ];
  fake(notices, { notices: found.map((text, n) => ({ machine: 'kitchen', name: `ffmpeg-${n}`, text, since: NOW })) });
  fake(health, sample(health.reply));
  await openScreen('/login', asAdmin);
  await openMenu();
  await admin.click();
  await expect.poll(address).toBe('/admin/media');
  const shown = page.getByRole('complementary', { name: 'Notices' });
  await expect.element(shown.getByText('ffmpeg 5.1 has known vulnerabilities.', { exact: true })).toBeVisible();
  // On a phone each notice has one line, and a link leads to the complete texts.
  await page.viewport(390, 844);
  const heights = () =>
    new Set(
      shown
        .getByRole('listitem')
        .elements()
        .map(({ clientHeight }) => clientHeight),
    ).size;
  await expect.poll(heights).toBe(1);
  await shown.getByRole('link', { name: 'Read all at Health' }).click();
  await expect.poll(address).toBe('/admin/health');
});
