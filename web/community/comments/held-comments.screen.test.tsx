import {
  HeldComment,
  commentRules,
  heldComments,
  saveCommentRules,
} from '@scoville/contract/community/comments/comment-rules.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, musician, newId } from '../../testkit/accounts.ts';
import { broken, fake, lost } from '../../testkit/api.ts';
import { musicianRef, sample, songInFull } from '../../testkit/sample.ts';
import { keptMedia } from '../../testkit/samples/own-media.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { expectFailed } from '../../testkit/trouble.ts';

test('text typed into the comment settings is kept when the connection returns', async () => {
  keptMedia();
  let isOffline = false;
  const read = fake(commentRules, () => (isOffline ? lost() : { holdAll: false, words: [] }));
  const saved = fake(saveCommentRules, ({ body }) => (isOffline ? lost() : body));
  await openScreen('/account/media', { as: musician() });
  await page.getByRole('button', { name: 'Comment settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Comments on your media' });
  const words = settings.getByLabelText('Blocked words');
  const save = settings.getByRole('button', { name: 'Save' });
  await words.fill('cheap beats');
  isOffline = true;
  window.dispatchEvent(new Event('offline'));
  await save.click();
  await expect.element(settings.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  const before = read.calls.length;
  isOffline = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => read.calls.length).toBe(before + 1);
  await expect.element(words).toHaveValue('cheap beats');
  await save.click();
  await expect.element(settings).toHaveLength(0);
  expect(saved.calls.at(-1)?.body).toEqual({ holdAll: false, words: ['cheap beats'] });
});

test('held comments that fail to load can be retried; each links to its moment', async () => {
  const me = musician();
  const song = songInFull({ musician: musicianRef({ id: me.id }), length: 90 });
  quietSongPage(song);
  const ida = musicianRef({ displayName: 'Ida Lake' });
  const comment = sample(HeldComment, { id: newId(), body: 'This turn.', user: ida, moment: 12, createdAt: NOW });
  let fails = true;
  fake(heldComments, () => (fails ? broken() : { held: [{ ...comment, canApprove: true }], total: 1 }));
  await openScreen(`/juno/${song.id}`, { as: me });
  const tryAgain = await expectFailed(page.getByRole('main'));
  // Recovers only at the click, because the page also refetches periodically and would then remove the button.
  tryAgain.element().addEventListener('click', () => (fails = false), { capture: true, once: true });
  await tryAgain.click();
  const waiting = page.getByRole('list', { name: 'Comments awaiting approval' });
  await expect.element(waiting.getByRole('button', { name: 'Listen from 0:12' })).toHaveText('at 0:12');
  await expect.element(waiting.getByText('Only you and its author can see it.')).toBeVisible();
});
