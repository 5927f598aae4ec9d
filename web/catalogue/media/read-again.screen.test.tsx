import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { Playlist, ownPlaylists, playlist, playlistMedia } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { searchSuggestions } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId, musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { cardTitles, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { LAST_PAGE, sample, song } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

/** Longer than the time for which loaded data counts as fresh. */
const LATER = 35_000;
const box = page.getByRole('combobox', { name: 'Search' });

beforeEach(() => {
  quietPages();
  fake(searchSuggestions, { suggestions: [] });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

/** Navigates to another screen with a link. */
async function leave(): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moods' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Moods' })).toBeVisible();
}
async function search(word: string): Promise<void> {
  await box.fill(word);
  await userEvent.keyboard('{Enter}');
}

test('a playlist that is opened again shows songs added and removed since, also on Back', async () => {
  const [kettle, ladle] = [song({ title: 'Kettle' }), song({ title: 'Ladle' })];
  let media = [kettle];
  const supper = sample(Playlist, { id: newId(), name: 'Supper', visibility: 'private' });
  fake(ownPlaylists, { playlists: [supper], paging: LAST_PAGE });
  fake(playlist, supper);
  fake(playlistMedia, () => inPages(media));
  await openScreen('/playlists', { as: musician() });
  const card = page.getByRole('list', { name: 'Your playlists' }).getByRole('link');
  const rows = page.getByRole('list', { name: 'Songs and videos of Supper' }).getByRole('article');
  await card.click();
  await expect.element(rows).toHaveLength(1);
  await leave();
  media = [kettle, ladle];
  await vi.advanceTimersByTimeAsync(LATER);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Playlists' }).click();
  await card.click();
  await expect.element(rows).toHaveLength(2);

  await leave();
  media = [ladle];
  await vi.advanceTimersByTimeAsync(LATER);
  history.back();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('Ladle');
});

test('a repeated search finds songs published in the meantime', async () => {
  let found = inPages<ReturnType<typeof song>>([]);
  fake(mediaSearch, () => found);
  await openScreen('/search?q=kettle');
  await expect.element(page.getByText('Your query “kettle” did not return any results.')).toBeVisible();
  await leave();
  found = inPages([song({ title: 'Song of kettle' })]);
  await vi.advanceTimersByTimeAsync(LATER);
  await search('kettle');
  await expect.poll(() => cardTitles(listNamed('Results for: kettle'))).toEqual(['Song of kettle']);
});

test('a long list that is opened again starts at its first page, and loads the next ones from there', async () => {
  let found = Array.from({ length: 45 }, (_, n) => song({ title: `Song ${n} of kettle` }));
  const asked = fake(mediaSearch, async ({ query }) => {
    // Until its first page arrives, the list is drawn as before; if its end is near then, its next page is requested
    // already.
    if (query.cursor === undefined)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return inPages(found, query.cursor);
  });
  const items = listNamed('Results for: kettle').getByRole('listitem');
  await openScreen('/search?q=kettle');
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return items.elements().length;
    })
    .toBe(45);
  window.scrollTo(0, 0);
  const again = async () => {
    found = [song({ title: 'New song of kettle' }), ...found];
    await vi.advanceTimersByTimeAsync(LATER);
    const before = asked.calls.length;
    await search('kettle');
    /** The requested pages, in order of their requests. */
    return () => [...new Set(asked.calls.slice(before).map(({ query }) => query.cursor))];
  };
  await leave();
  // The window is higher than one page of the list.
  await page.viewport(1440, 2000);
  const first = await again();
  await expect.element(page.getByText('46 results.')).toBeVisible();
  await expect.poll(() => items.elements().length).toBeGreaterThan(20);
  await expect.poll(() => first().slice(0, 2)).toEqual([undefined, '20']);
  await leave();
  await page.viewport(390, 844);
  const second = await again();
  await expect.element(page.getByText('47 results.')).toBeVisible();
  await expect.element(items).toHaveLength(20);
  expect(second()).toEqual([undefined]);
});
