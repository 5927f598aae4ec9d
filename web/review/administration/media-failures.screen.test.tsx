import { type BulkRun, bulkRuns, dismissBulkRun, startBulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { deleteMedia, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator, newId } from '../../testkit/accounts.ts';
import { fake, lost, raw } from '../../testkit/api.ts';
import { ownSong } from '../../testkit/sample.ts';
import { unpublished } from '../../testkit/samples/own-media.ts';
import { fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const songs = [unpublished('Shelf 1'), ownSong({ title: 'Shelf 2' }), ownSong({ title: 'Shelf 3' })];
const dialog = page.getByRole('dialog');
const lastError = page.getBySelector('[data-toast=error] p').last();
const result = page
  .getByRole('complementary', { name: 'Bulk actions' })
  .getByRole('listitem')
  .filter({ hasText: 'Failed to remove 2 of 2 media.' });
const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

async function choose(n: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for Shelf ${n}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
async function removeTwo(): Promise<void> {
  await page
    .getByRole('group', { name: 'Selected media' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await answer('Delete');
}
/** A run that failed for the first two songs. */
const failedRun = (): BulkRun => ({
  id: newId(),
  action: 'delete-media',
  createdOn: NOW,
  finishedOn: NOW,
  total: 2,
  done: 0,
  failed: 2,
  failures: songs.slice(0, 2).map(({ id, title }) => ({ id, name: title, reason: 'This media was not found.' })),
});

beforeEach(async () => {
  quietAdministration();
  fakeMediaTable(...songs);
  await openScreen('/admin/media', { as: administrator() });
  await expect.element(page.getByRole('row')).toHaveLength(4);
});

test('ER-15 ER-16 ER-17 a failed action on one row shows its error, and the message covers no row permanently', async () => {
  fake(updateMedia, raw(500, ''));
  fake(deleteMedia, raw(500, 'the shelf is locked'));
  await choose(1, 'Publish');
  await expect.element(lastError).toHaveText('Failed to publish media.');
  await choose(2, 'Unpublish');
  await expect.element(lastError).toHaveText('Failed to unpublish media.');
  await choose(2, 'Allow Curation');
  await expect.element(lastError).toHaveText('Failed to update media.');
  await choose(1, 'Delete');
  await answer('Delete');
  await expect.element(lastError).toHaveText('Error removing media: the shelf is locked');
  await answer('Cancel');
  // Errors are shown until they are closed, so the page can be scrolled out from under them.
  const errors = page.getBySelector('[data-toast=error]');
  await expect.element(errors).toHaveLength(4);
  window.scrollTo(0, document.body.scrollHeight);
  const covered = () =>
    page.getByRole('contentinfo').element().getBoundingClientRect().bottom -
    errors.first().element().getBoundingClientRect().top;
  await expect.poll(covered, { message: 'pixels of the footer under the messages' }).toBeLessThanOrEqual(0);
});

test('ER-20 ER-23 a failed bulk action shows its error; its result is shown until it is dismissed', async () => {
  for (const n of [1, 2]) await page.getByLabelText(`Select Shelf ${n}`, { exact: true }).click();
  fake(startBulkRun, raw(500, ''));
  await removeTwo();
  await expect.element(lastError).toHaveText('Error Processing Requests.');
  await answer('Cancel');
  // Another administrator deleted the songs first.
  const run = failedRun();
  fake(startBulkRun, { ...run, finishedOn: null, failed: 0, failures: [] });
  fake(bulkRuns, { runs: [run] });
  fake(dismissBulkRun, { dismissed: true });
  await removeTwo();
  await expect.element(lastError).toHaveText('Failed to remove 2 of 2 media.');
  await expect.element(result).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss the result of Delete' }).click();
  await expect.element(result).toHaveLength(0);
});

test('a bulk action whose answer was lost is shown all the same, and a retry is the same run', async () => {
  for (const n of [1, 2]) await page.getByLabelText(`Select Shelf ${n}`, { exact: true }).click();
  const run = failedRun();
  let isLost = true;
  const started = fake(startBulkRun, () => (isLost ? lost() : run));
  fake(bulkRuns, { runs: [run] });
  await removeTwo();
  await expect.element(result).toBeVisible();
  isLost = false;
  await answer('Delete');
  await expect.element(dialog).toHaveLength(0);
  const keys = started.calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBeNull();
  expect(keys[1]).toBe(keys[0]);
});
