import { Comment, comments, flagComment } from '@scoville/contract/community/comments/comments.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { reportSomething } from '@scoville/contract/community/reports/reports.ts';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { NOW, member, musician, newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE, musicianRef, sample, songInFull } from '../../testkit/sample.ts';
import { KeptConvos, log, person } from '../../testkit/samples/conversations.ts';
import { fakeProfile, profilePage, publicUser } from '../../testkit/samples/profile.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { openScreen } from '../../testkit/screen.tsx';

const star = musician({ firstName: 'Olga', lastName: 'Winter' });
const listener = member({ firstName: 'Lou', lastName: 'Castle' });
const song = songInFull({ title: 'Noise', musician: musicianRef({ id: star.id }) });
const asks = (what: string) => page.getByRole('dialog', { name: `Report this ${what}` });
const report = (within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name: 'Report', exact: true });
const more = page.getByRole('main').getByRole('button', { name: 'More for Noise' });
const item = (name: string) => page.getByRole('menuitem', { name });
const received = () => fake(reportSomething, { reported: true });

/** Opens the menu of the song's card with the keyboard. */
async function openMenu(as: typeof star | null): Promise<void> {
  fakeProfile(publicUser(star));
  fake(mediaOfUser, profilePage([song]));
  await openScreen(`/${star.id}`, { as });
  await expect.element(more).toBeVisible();
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Share')).toBeVisible();
}

/** Chooses a reason in the open dialog and sends it. */
async function sendReport(what: string, reason: string): Promise<void> {
  await asks(what).getByLabelText('Reason').selectOptions(reason);
  await report(asks(what)).click();
  await expect.element(asks(what)).not.toBeInTheDocument();
}

test('the menu of a song has no report item for visitors and its owner', async () => {
  for (const as of [star, null]) {
    await openMenu(as);
    await expect.element(item('Report')).not.toBeInTheDocument();
  }
});

test('a member reports a song from the menu of its card', async () => {
  const sent = received();
  await openMenu(listener);
  (item('Report').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await asks('media').getByLabelText('Reason').selectOptions('spam');
  // The dialog gets the keys here, and not the menu.
  const words = asks('media').getByLabelText('In your own words');
  await words.click();
  await userEvent.keyboard('s');
  await expect.element(words).toHaveValue('s');
  await report(asks('media')).click();
  await expect.element(asks('media')).not.toBeInTheDocument();
  expect(sent.calls.map(({ body }) => body)).toEqual([
    { reason: 'spam', words: 's', subject: { kind: 'media', id: song.id } },
  ]);
});

test('a report of a song needs a reason, and is not sent without one', async () => {
  quietSongPage(song);
  const sent = received();
  await openScreen(`/${star.id}/${song.id}`, { as: listener });
  await report().click();
  await report(asks('media')).click();
  await expect.element(asks('media').getByText('Choose a reason.')).toBeVisible();
  expect(sent.calls).toEqual([]);
  await sendReport('media', 'rights');
  await expect.element(toast('Thank you. The administrators will look at it.')).toBeVisible();
  expect(sent.calls.map(({ body }) => body)).toEqual([
    { reason: 'rights', words: '', subject: { kind: 'media', id: song.id } },
  ]);
});

test('a report of a song that was deleted in the meantime closes with the reason', async () => {
  quietSongPage(song);
  fake(reportSomething, refused(404, 'This media was not found.'));
  await openScreen(`/${star.id}/${song.id}`, { as: listener });
  await report().click();
  await sendReport('media', 'spam');
  await expect.element(toast('This media was not found.')).toBeVisible();
});

test('a comment is flagged, and is then reported with a reason', async () => {
  quietSongPage(song);
  const comment = sample(Comment, {
    id: newId(),
    body: 'Rude words.',
    user: { ...musicianRef({ displayName: 'Olga Winter' }), deleted: false },
    createdAt: NOW,
    held: undefined,
    flagged: false,
    can: { reply: true, flag: true, delete: false },
    moment: null,
    replies: [],
    replyTotal: 0,
  });
  let shown = comment;
  fake(comments, ({ query: { moments } }) => ({ comments: moments ? [] : [shown], total: 1, paging: LAST_PAGE }));
  const flagged = fake(flagComment, ({ params: { id } }) => {
    shown = { ...comment, flagged: true, can: { ...comment.can, flag: false } };
    return { id, flagged: true as const };
  });
  const sent = received();
  await openScreen(`/${star.id}/${song.id}`, { as: listener });
  const line = page.getByRole('article', { name: 'Comment by Olga Winter' });
  await line.getByRole('button', { name: 'Flag' }).click();
  await line.getByRole('button', { name: 'Add a reason' }).click();
  await sendReport('comment', 'harassment');
  expect(flagged.calls.map(({ params }) => params.id)).toEqual([comment.id]);
  expect(sent.calls.map(({ body }) => body)).toEqual([
    { reason: 'harassment', words: '', subject: { kind: 'comment', id: comment.id } },
  ]);
});

test('an account is reported on its profile, and a message in its conversation', async () => {
  fakeProfile(publicUser(star));
  const sent = received();
  await openScreen(`/${star.id}`, { as: listener });
  await report().click();
  await sendReport('account', 'spam');
  const olga = person('Olga Winter', { id: star.id });
  const kept = new KeptConvos(listener, [olga]);
  const one = kept.begin([olga]);
  kept.write(one, star.id, 'Buy this.');
  await openScreen(`/messages/${star.id}`, { as: listener });
  await log.getByRole('button', { name: 'Report' }).click();
  await sendReport('message', 'spam');
  expect(sent.calls.map(({ body }) => body)).toEqual([
    { reason: 'spam', words: '', subject: { kind: 'user', id: star.id } },
    { reason: 'spam', words: '', subject: { kind: 'message', id: one.messages[0]?.id } },
  ]);
});
