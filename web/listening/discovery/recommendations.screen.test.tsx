import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { browse, browseFrom, showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { cardTitles, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { LAST_PAGE, song } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const RECOMMENDED = 'Recommendations based on your latest music choices';
const list = listNamed(RECOMMENDED);
const item = (title: string) =>
  list.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });

beforeEach(() => {
  quietPages();
  fake(showings, ({ body }) => ({ accepted: body.media.length }));
});

test('a visitor who favorites a song finds the list unchanged on Back', async () => {
  const media = ['Kettle', 'Ladle', 'Mortar'].map((title) => song({ title }));
  const asked = fake(browse, { media, why: [null, null, null], paging: LAST_PAGE });
  const askedAgain = fake(browseFrom, { media: media.toReversed(), why: [null, null, null], paging: LAST_PAGE });
  await openScreen('/browse');
  await expect.poll(() => cardTitles(list)).toEqual(['Kettle', 'Ladle', 'Mortar']);
  const heart = list.getByRole('button', { name: 'Favorite Kettle' });
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.element(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
  history.back();
  await expect.poll(() => cardTitles(list)).toEqual(['Kettle', 'Ladle', 'Mortar']);
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  expect([asked.calls.length, askedAgain.calls.length]).toEqual([1, 0]);
});

test('a member’s recommendations show the choice that each is based on', async () => {
  const media = [song({ title: 'Near the Anvil' }), song({ title: 'Far from it' })];
  fake(browse, { media, why: [{ kind: 'favorited', title: 'Liked Anvil' }, null], paging: LAST_PAGE });
  await openScreen('/browse', { as: member() });
  await expect.element(item('Near the Anvil')).toHaveTextContent('Because you favorited Liked Anvil');
  await expect.element(item('Far from it')).not.toHaveTextContent('Because');
  await expect.poll(address).toMatch(/^\/browse\?seed=\d+$/);
});

test('EM-07 SR-02 empty recommendations show a message with a link to the upload', async () => {
  fake(browse, { media: [], why: [], paging: LAST_PAGE });
  fake(uploadProgress, { progress: [], total: 0 });
  await openScreen('/browse', { as: member() });
  const nothing = page.getByText('It’s quiet here: there is currently no media on the platform.', { exact: true });
  await expect.element(nothing).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Upload' }).click();
  await expect.poll(address).toBe('/upload');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
});
