import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake, raw } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE, musicianRef, ownSong } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

const songs = Array.from({ length: 20 }, (_, n) => ownSong({ title: `Serving ${n + 1}` }));
const row = (n: number): Locator =>
  page.getByRole('listitem').filter({ has: page.getByLabelText(`Select Serving ${n}`, { exact: true }) });
const unpublish = (n: number) =>
  row(n)
    .getByRole('button', { name: `Unpublish Serving ${n}` })
    .click();
const boxOf = (of: Locator): DOMRect => of.element().getBoundingClientRect();

/** Scrolls until the row ends `above` pixels above the window's lower edge. */
const bringToBottom = (row: Locator, above: number): void =>
  window.scrollBy(0, boxOf(row).bottom - window.innerHeight + above);

/** Expects that the last message and the row are visible, and that the message covers no part of the row. */
async function expectClear(row: Locator): Promise<void> {
  const message = page.getBySelector('[data-toast]').last();
  await expect.element(message).toBeInViewport({ ratio: 0.99 });
  await expect.element(row).toBeInViewport({ ratio: 0.99 });
  const shared = () => {
    const [over, worked] = [boxOf(message), boxOf(row)];
    return Math.min(over.bottom, worked.bottom) - Math.max(over.top, worked.top);
  };
  await expect.poll(shared, { message: 'pixels of the row under the message' }).toBeLessThanOrEqual(0);
}

test.for([
  ['at a desk', 1440, 900],
  ['on a phone', 390, 844],
] as const)('a message keeps off the row that is worked on, %s', async ([, width, height]) => {
  fake(mediaOfUser, {
    media: songs,
    musician: musicianRef(),
    avgRating: null,
    canSort: false,
    total: 20,
    paging: LAST_PAGE,
  });
  fake(updateMedia, ({ params: { id } }) => ownSong({ ...songs.find((one) => one.id === id), published: false }));
  await page.viewport(width, height);
  await openScreen('/account/media', { as: musician() });

  // By pointer, at the lower edge: a success message, and an error, which is shown until it is closed.
  await expect.element(row(12)).toBeVisible();
  bringToBottom(row(12), 8);
  await unpublish(12);
  await expect.element(toast('Successfully updated!')).toBeVisible();
  await expectClear(row(12));
  await page.getBySelector('[data-toast]').getByRole('button').click();
  await expect.element(page.getBySelector('[data-toast]')).toHaveLength(0);
  fake(updateMedia, raw(500, ''));
  bringToBottom(row(9), 8);
  await unpublish(9);
  await expect.element(page.getBySelector('[data-toast=error] p').last()).toHaveText('Failed to unpublish media.');
  await expectClear(row(9));

  // The row moves, and the message moves out of its way again.
  window.scrollBy(0, 500);
  await expectClear(row(9));
  bringToBottom(row(9), 8);
  await expectClear(row(9));

  // By keyboard: the focus moves into a row that the message covers.
  window.scrollTo(0, 0);
  bringToBottom(row(13), 8);
  (row(13).getByRole('link', { name: 'Edit Serving 13' }).element() as HTMLElement).focus();
  await expectClear(row(13));
});
