import { type Page, expect, test } from './testkit/test.ts';
import { changeSource, insertMedia, setStatus, tomorrow } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { musician, signUp } from './testkit/people.ts';

/**
 * Records the event streams that a page opens. Returns a function that resolves with the number of open streams and of
 * all streams.
 */
async function noteStreams(page: Page): Promise<() => Promise<[open: number, all: number]>> {
  await page.addInitScript(() => {
    const streams: EventSource[] = [];
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        streams.push(this);
      }
    };
    Object.assign(window, { streams });
  });
  return () =>
    page.evaluate(() => {
      const { streams } = window as unknown as { streams: EventSource[] };
      return [streams.filter(({ readyState }) => readyState === EventSource.OPEN).length, streams.length] as const;
    }) as Promise<[number, number]>;
}

/** Makes the page act as if the user hid its tab behind another one, or showed the tab again. */
const see = (page: Page, seen: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !seen);

test('a visible tab of a signed-in user has one event stream on any screen, and a visitor’s tab has none', async ({
  page,
}) => {
  const streams = await noteStreams(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await streams()).toEqual([0, 0]);

  await signUp(page);
  await page.goto('/');
  await expect.poll(streams).toEqual([1, 1]);
  await page.getByRole('link', { name: 'Genres', exact: true }).first().click();
  await expect(page).toHaveURL('/genres');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await expect(page).toHaveURL('/upload');
  await expect.poll(streams).toEqual([1, 1]);

  await see(page, false);
  await expect.poll(streams).toEqual([0, 1]);
  await see(page, true);
  await expect.poll(streams).toEqual([1, 2]);

  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(streams).toEqual([0, 2]);
  await see(page, false);
  await see(page, true);
  expect(await streams()).toEqual([0, 2]);
});

test('a tab that is shown again has the changes from the time it was hidden', async ({ page }) => {
  const owner = await musician(page);
  const db = openDatabase();
  const id = await insertMedia(db, { musicianId: owner, title: 'Meanwhile', status: 'transcoding' });
  // A date in the future prevents the worker from treating this processing as lost.
  await changeSource(db, id, { updated_at: tomorrow() });
  const streams = await noteStreams(page);
  await page.goto('/account/media');
  const line = page.getByRole('listitem').filter({ hasText: 'Meanwhile' });
  await expect(line.getByText('Transcoding')).toBeVisible();
  await expect.poll(streams).toEqual([1, 1]);
  await see(page, false);
  await setStatus(db, id, 'complete');
  await db.end();
  await see(page, true);
  await expect(line.getByText('Un-Published')).toBeVisible();
});
