import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, musician } from '../../../testkit/accounts.ts';
import { quietly } from '../../../testkit/api.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { toast } from '../../../testkit/find.ts';
import { expectNoSideways, textsOf } from '../../../testkit/matchers.ts';
import { ownSong } from '../../../testkit/sample.ts';
import { keptMedia, unpublished } from '../../../testkit/samples/own-media.ts';
import { address, openScreen } from '../../../testkit/screen.tsx';

const items = page.getByRole('main').getByRole('listitem');
const filter = page.getByLabelText('Filter');
const all = page.getByLabelText('Select all');
const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const dialog = page.getByRole('dialog', { name: 'Delete media' });
const answer = (name: 'Cancel' | 'Delete') => dialog.getByRole('button', { name, exact: true }).click();
const NOTHING = page.getByText('You have no songs or videos yet.', { exact: true });
const openOwn = (path = '/account/media', as = musician()) => openScreen(path, { as });

test('ME-13 ME-14 the list is empty, or has the songs that match the filter', async () => {
  keptMedia();
  await openOwn();
  await expect.element(NOTHING).toBeVisible();

  const { lists } = keptMedia(...['Evening Walk', 'Evening Tea', 'Morning Bread'].map(unpublished));
  const me = musician();
  await openOwn('/account/media', me);
  await expect.element(items).toHaveLength(3);
  expect(new Set(lists.map(({ params }) => params.id))).toEqual(new Set([me.id]));
  await filter.fill('evening');
  await expect.element(items).toHaveLength(2);
  await expect
    .poll(() => textsOf(items))
    .toEqual([expect.stringContaining('Evening Walk'), expect.stringContaining('Evening Tea')]);
  await filter.fill('zzzz');
  await expect.element(page.getByText('None of your media matches “zzzz”.', { exact: true })).toBeVisible();
  await filter.fill('');
  await expect.element(items).toHaveLength(3);
});

test('ME-01 ME-02 ME-03 "Select all" selects every song, and none when it is cleared', async () => {
  const titles = ['Evening Walk', 'Evening Tea', 'Morning Bread'];
  keptMedia(...titles.map(unpublished));
  await openOwn();
  await all.click();
  for (const title of titles) await expect.element(page.getByLabelText(`Select ${title}`)).toBeChecked();
  await all.click();
  for (const title of titles) await expect.element(page.getByLabelText(`Select ${title}`)).not.toBeChecked();
});

test('ME-01 plays, favorites, state and date are columns on a desktop, and below the title on a phone', async () => {
  const long = unpublished('W'.repeat(200));
  const shown = ownSong({
    title: 'Shown',
    playCount: 12_345,
    rememberCount: 7,
    publishedOn: '2026-11-02T12:00:00.000Z',
  });
  keptMedia({ ...shown, published: true }, { ...long, createdOn: '2026-11-01T12:00:00.000Z' });
  await openOwn();
  await expect.element(items).toHaveLength(2);
  expect(textsOf(items.nth(0).getByRole('definition'))).toEqual(['12,345', '7', 'Nov 2, 2026']);
  expect(textsOf(items.nth(0).getByRole('term'))).toEqual(['plays', 'favorites', 'published']);
  expect(textsOf(items.nth(1).getByRole('term'))).toEqual(['plays', 'favorites', 'uploaded']);
  await expect.element(items.nth(0).getByText('Published', { exact: true })).toBeVisible();
  await expect.element(items.nth(1).getByText('Un-Published', { exact: true })).toBeVisible();
  const places = (row: number) =>
    items
      .nth(row)
      .getByRole('definition')
      .elements()
      .map((one) => one.getBoundingClientRect());
  // Each row is one line, and the numbers are aligned at the right.
  expect(new Set(places(0).map(({ bottom }) => Math.round(bottom))).size).toBe(1);
  for (const column of [0, 1]) expect(places(0)[column]?.right).toBeCloseTo(places(1)[column]?.right ?? 0, 0);
  expect(places(0)[2]?.left).toBeCloseTo(places(1)[2]?.left ?? 0, 0);
  const head = page.getByText('Plays', { exact: true }).element().getBoundingClientRect();
  expect(head.right).toBeCloseTo(places(0)[0]?.right ?? 0, 0);
  await expectNoSideways();
  for (const width of [320, 390]) {
    await page.viewport(width, 800);
    await expectNoSideways();
    await expect.element(items.nth(0).getByText('favorites', { exact: true })).toBeVisible();
    await expect.element(page.getByText('State', { exact: true })).not.toBeVisible();
  }
});

test('a row on a phone is as high for an unpublished song as for a published one', async () => {
  const shown = ownSong({
    title: 'Shown',
    playCount: 12_345,
    rememberCount: 123,
    publishedOn: '2026-11-22T12:00:00.000Z',
  });
  const hidden = {
    ...unpublished('Hidden'),
    playCount: 12_345,
    rememberCount: 123,
    createdOn: '2026-11-22T12:00:00.000Z',
  };
  keptMedia({ ...shown, published: true }, hidden);
  await openOwn();
  await expect.element(items).toHaveLength(2);
  for (const width of [360, 390, 414]) {
    await page.viewport(width, 800);
    const [first = 0, second = 0] = items.elements().map((row) => row.getBoundingClientRect().height);
    // The last row has no border.
    expect(Math.abs(first - second), `${width} px`).toBeLessThanOrEqual(1);
  }
});

test('a link to the whole list clears the filter permanently', async () => {
  keptMedia(...['Evening Walk', 'Evening Tea', 'Morning Bread'].map(unpublished));
  quietly(gettingStarted, { steps: [] });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openOwn();
  await filter.fill('evening');
  await expect.poll(address).toBe('/account/media?filter=evening');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: /^Songs & Videos/ }).click();
  await expect.poll(address).toBe('/account/media');
  await expect.element(filter).toHaveValue('');
  await vi.advanceTimersByTimeAsync(1000);
  expect(address()).toBe('/account/media');
  await expect.element(items).toHaveLength(3);
});

test('ME-04 ME-05 ME-06 ME-09 several songs are published and unpublished at once', async () => {
  const kept = keptMedia(...['Caraway', 'Basil', 'Aniseed'].map(unpublished));
  const published = () => kept.now().map((one) => one.published);
  await openOwn();
  await all.click();
  await press('Publish');
  await expect.element(toast('Successfully published 3 media.')).toBeVisible();
  expect(published()).toEqual([true, true, true]);
  expect(kept.changes.map(({ body }) => body)).toEqual(kept.now().map(() => ({ published: true })));
  await expect.element(page.getByText('Un-Published', { exact: true })).toHaveLength(0);
  // Publishing again changes nothing, but still shows a message.
  await press('Publish');
  await expect.element(toast('3 media already published.')).toBeVisible();

  await press('Unpublish');
  await expect.element(toast('Successfully unpublished 3 media.')).toBeVisible();
  expect(published()).toEqual([false, false, false]);
  await expect.element(page.getByText('Un-Published', { exact: true })).toHaveLength(3);
  await press('Unpublish');
  await expect.element(toast('3 media not published, so nothing to unpublish.')).toBeVisible();
});

test('ME-12 ER-23 deleting several songs or one asks for confirmation, and reports how many failed', async () => {
  const kept = keptMedia(...['Caraway', 'Basil', 'Aniseed'].map(unpublished));
  await openOwn();
  await all.click();
  await page.getByLabelText('Select Caraway').click();
  await press('Delete');
  await answer('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.removals).toEqual([]);
  // One song is deleted elsewhere before its request is sent.
  kept.remove(kept.now()[2]?.id ?? '');
  await press('Delete');
  await answer('Delete');
  await expect.element(toast('Removed 1 media.')).toBeVisible();
  await expect.element(toast('Failed to remove 1 of 2 media. This media was not found.')).toBeVisible();
  await expect.element(items).toHaveLength(1);

  await press('Delete Caraway');
  await answer('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.now()).toHaveLength(1);
  await press('Delete Caraway');
  await answer('Delete');
  await expect.element(NOTHING).toBeVisible();
});

test('e3 the page is in the address; after the last song of the last page is deleted, the page before is shown', async () => {
  keptMedia(...Array.from({ length: 21 }, (_, n) => unpublished(`Serving ${21 - n}`)));
  const pages = page.getByRole('navigation', { name: 'Pages of your media' });
  await openOwn();
  await expect.element(pages.getByRole('status')).toHaveText('1 to 20 of 21');
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect.poll(address).toBe('/account/media?page=2');
  await expect.element(items).toHaveLength(1);
  await openOwn(address());
  await expect.element(pages.getByRole('status')).toHaveText('21 to 21 of 21');

  await press('Delete Serving 1');
  await answer('Delete');
  await expect.poll(address).toBe('/account/media');
  await expect.element(items).toHaveLength(20);
  await expect.element(pages).toHaveLength(0);

  // The same for a bookmarked address, and for a page number that is invalid.
  await openOwn('/account/media?page=7&filter=serving');
  await expect.poll(address).toBe('/account/media?filter=serving');
  await expect.element(items).toHaveLength(20);
  await openOwn('/account/media?page=0');
  await expect.element(items).toHaveLength(20);
});

test('ME-36 an administrator sees the date of publication instead of the promised review time', async () => {
  keptMedia(
    ownSong({ title: 'House Sauce', allowCuration: true, underReview: true, publishedOn: '2026-03-02T12:00:00Z' }),
  );
  await openOwn('/account/media', administrator({ uploadCount: 1 }));
  const row = items.filter({ hasText: 'House Sauce' });
  await expect.element(row.getByText('Under review', { exact: true })).toBeVisible();
  await expect.element(row.getByText('Published on Mar 2, 2026', { exact: true })).toBeVisible();
  await expect.element(row.getByText('24hrs')).toHaveLength(0);
});
