import { handOverReview, rejectMedia, reviewQueue } from '@scoville/contract/review/curation/curation.ts';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOW, member, reviewer } from '../../testkit/accounts.ts';
import { fake, hold, raw, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE, songInFull } from '../../testkit/sample.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { openScreen } from '../../testkit/screen.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const lastError = page.getBySelector('[data-toast=error] p').last();
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

/** A submitted song that the reviewer may judge. */
function submitted(title: string): Media {
  const song = songInFull({ title, underReview: true });
  return { ...song, can: { ...song.can, curate: true, reject: true } };
}

/** Opens a reviewer's queue with one song in it; `empty` takes the song out. */
async function openQueue(song: Media): Promise<{ empty: () => void }> {
  let reviews = [{ media: song, submittedOn: NOW, dueOn: NOW, mine: true }];
  quietAdministration();
  quietSongPage(song);
  fake(reviewQueue, () => ({ reviews, total: reviews.length, paging: LAST_PAGE }));
  await openScreen('/review', { as: reviewer() });
  return { empty: () => void (reviews = []) };
}
async function curate({ title }: Media): Promise<void> {
  await page.getByRole('button', { name: `Curate ${title}` }).click();
  for (const name of ['Storytelling', 'Execution', 'Thumbnail art'])
    await dialog.getByRole('slider', { name }).fill('70');
  await press('Curate');
}

test('ER-18 ER-19 a failed verdict shows its error and keeps the input', async () => {
  const song = submitted('Cinder');
  const queue = await openQueue(song);
  fake(updateMedia, raw(500, ''));
  fake(rejectMedia, raw(500, ''));
  await curate(song);
  await expect.element(lastError).toHaveText('Failed to curate media.');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Reject Cinder' }).click();
  const reason = dialog.getByLabelText('Reason');
  await reason.fill('The second verse is missing.');
  await press('Reject');
  await expect.element(lastError).toHaveText('Failed to reject media.');
  await expect.element(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled();
  await expect.element(reason).toHaveValue('The second verse is missing.');
  const { calls, release } = hold(rejectMedia, () => {
    queue.empty();
    return song;
  });
  await press('Reject');
  // The dialog can't be closed while sending, so that the answer doesn't close another dialog.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  release();
  await expect.element(toast('Cinder was rejected.')).toBeVisible();
  await expect.element(dialog).toHaveLength(0);
  expect(calls.map(({ body }) => body.reason)).toEqual(['The second verse is missing.']);
});

test('a second reviewer sees that there is already a verdict', async () => {
  const song = submitted('Twice');
  const queue = await openQueue(song);
  const message = 'This media already has a verdict.';
  fake(updateMedia, () => {
    queue.empty();
    return refused(409, message, [{ field: 'curationStats', message }]);
  });
  await curate(song);
  await expect.element(toast(message)).toBeVisible();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(page.getBySelector(`[data-media="${song.id}"]`)).toHaveLength(0);
});

test('the dialog for a withdrawn submission closes', async () => {
  const song = submitted('Gone');
  for (const judge of [
    () => curate(song),
    async () => {
      await page.getByRole('button', { name: 'Reject Gone' }).click();
      await press('Reject');
    },
  ]) {
    const queue = await openQueue(song);
    const withdrawn = () => {
      queue.empty();
      return refused(404, 'This media was not found.');
    };
    fake(updateMedia, withdrawn);
    fake(rejectMedia, withdrawn);
    await judge();
    await expect.element(toast('Gone was withdrawn or deleted, so it cannot be reviewed.')).toBeVisible();
    await expect.element(dialog).toHaveLength(0);
    await expect.element(page.getBySelector(`[data-media="${song.id}"]`)).toHaveLength(0);
  }
});

test('CU-23 a reviewer can score a submitted song on its page, a listener cannot', async () => {
  let song = submitted('Paged');
  quietAdministration();
  quietSongPage(song);
  const listeners = songInFull({ id: song.id, title: 'Paged' });
  fake(media, listeners);
  await openScreen(`/juno/${song.id}`, { as: member() });
  await expect.element(page.getByRole('heading', { name: 'Paged' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Curate' })).toHaveLength(0);

  fake(media, () => song);
  fake(rejectMedia, () => {
    song = { ...song, rejectedOn: NOW, can: { ...song.can, curate: false, reject: false, update: true } };
    return song;
  });
  await openScreen(`/juno/${song.id}`, { as: reviewer() });
  await main.getByRole('button', { name: 'Curate', exact: true }).click();
  await expect.element(dialog.getByRole('slider')).toHaveLength(3);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
  await main.getByRole('button', { name: 'Reject' }).click();
  await press('Reject');
  await expect.element(toast('Paged was rejected.')).toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Update curation' })).toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Reject' })).toHaveLength(0);
});

test('a review is handed over with a reason, which stays typed if nobody else can be drawn', async () => {
  const song = submitted('Cinder');
  const queue = await openQueue(song);
  const full = 'There is nobody else who could review this now.';
  fake(handOverReview, refused(400, full));
  await page.getByRole('button', { name: 'Hand over Cinder' }).click();
  const send = dialog.getByRole('button', { name: 'Hand over', exact: true });
  await expect.element(send).toBeDisabled();
  const reason = dialog.getByLabelText('Reason');
  await reason.fill('I know the drummer.');
  await send.click();
  await expect.element(lastError).toHaveText(full);
  await expect.element(reason).toHaveValue('I know the drummer.');
  const sent = fake(handOverReview, () => {
    queue.empty();
    return { id: song.id };
  });
  await send.click();
  await expect.element(toast('Another reviewer was drawn for Cinder.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(main.getByText('Nothing is waiting for review.')).toBeVisible();
  expect(sent.calls.map(({ body }) => body)).toEqual([{ reason: 'I know the drummer.' }]);
});
