import { reviewQueue } from '@scoville/contract/review/curation/curation.ts';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator, reviewer } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { LAST_PAGE, songInFull } from '../../testkit/sample.ts';
import { fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const dialog = page.getByRole('dialog');
const inFull = (name: string) => dialog.getByRole('button', { name, exact: true });

test('a title that is one long word doesn’t make the dialog wider than the screen', async () => {
  const submitted = songInFull({ title: 'A'.repeat(198), underReview: true });
  const song = { ...submitted, can: { ...submitted.can, curate: true, reject: true } };
  quietAdministration();
  fake(media, song);
  fake(reviewQueue, {
    reviews: [{ media: song, submittedOn: NOW, dueOn: NOW, mine: true }],
    total: 1,
    paging: LAST_PAGE,
  });
  await page.viewport(390, 844);
  await openScreen('/review', { as: reviewer() });
  await page.getByRole('button', { name: `Curate ${song.title}` }).click();
  await expect.element(dialog.getByRole('slider')).toHaveLength(3);
  expect(dialog.element().scrollLeft).toBe(0);
  for (const name of ['Curate', 'Close']) await expect.element(inFull(name)).toBeInViewport({ ratio: 0.99 });
});

test('a changed score re-judges an approved song that an administrator had rejected', async () => {
  const approved = songInFull({ title: 'Flare', score: 95, band: 'A' });
  const song = {
    ...approved,
    curationStats: { storytelling: 95, execution: 95, thumbnailArt: 95, total: 95 },
    rejectedOn: NOW,
    can: { ...approved.can, update: true },
  };
  quietAdministration();
  fakeMediaTable(song);
  fake(media, song);
  const saved = fake(updateMedia, song);
  await openScreen('/admin/media', { as: administrator() });
  await page.getByRole('button', { name: 'Actions for Flare' }).click();
  await page.getByRole('menuitem', { name: 'Update curation', exact: true }).click();
  const outcome = dialog.getByRole('status');
  await expect.element(outcome).toHaveText('95PRFCTLY SEASNDRejected. A changed thumbnail art score judges it again.');
  const [genre, mood] = [dialog.getByLabelText('Genre'), dialog.getByLabelText('Mood')];
  for (const control of [genre, mood]) await expect.element(control).toBeDisabled();
  await dialog.getByRole('slider', { name: 'Thumbnail art' }).fill('94');
  await expect.element(outcome).toHaveText('94PRFCTLY SEASNDApproved: you can choose a genre and a mood.');
  await genre.selectOptions('Soul');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.element(dialog).toHaveLength(0);
  expect(saved.calls.map(({ body }) => body)).toEqual([
    expect.objectContaining({ curationStats: { thumbnailArt: 94 }, curatedGenre: expect.anything() }),
  ]);
});
