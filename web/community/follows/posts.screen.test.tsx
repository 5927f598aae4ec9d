import { Post, deletePost, posts, writePost } from '@scoville/contract/community/follows/posts.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member, musician } from '../../testkit/accounts.ts';
import { fake, lost } from '../../testkit/api.ts';
import { LAST_PAGE, musicianRef, sample } from '../../testkit/sample.ts';
import { fakeProfile, publicUser } from '../../testkit/samples/profile.ts';
import { openScreen } from '../../testkit/screen.tsx';

const tell = page.getByRole('button', { name: 'Tell your followers' });
const dialog = page.getByRole('dialog', { name: 'Tell your followers' });
const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
const news = page.getByRole('list', { name: 'News' }).getByRole('listitem');
const TOUR = 'On tour in May.\nDates: https://example.org/tour';

const postOf = (who: Me, text: string, mayDelete: boolean) =>
  sample(Post, {
    musician: musicianRef({ id: who.id }),
    text,
    createdAt: '2026-05-01T12:00:00.000Z',
    can: { delete: mayDelete },
  });
const listOf = (all: ReturnType<typeof postOf>[], nextAt: string | null = null) => ({
  posts: all,
  total: all.length,
  paging: LAST_PAGE,
  nextAt,
});

async function openProfile(who: Me, as: Me): Promise<void> {
  fakeProfile(publicUser(who));
  await openScreen(`/${who.id}`, { as });
}

test('an empty post is not sent', async () => {
  const me = musician();
  const sent = fake(writePost, postOf(me, TOUR, true));
  await openProfile(me, me);
  await tell.click();
  await publish.click();
  await expect.element(dialog).toHaveTextContent('Write something first.');
  expect(sent.calls).toEqual([]);
});

test('a post whose response was lost is retried with the same key, and is then shown once', async () => {
  const me = musician();
  const attempt = fake(writePost, lost());
  await openProfile(me, me);
  await tell.click();
  await dialog.getByLabelText('What is new?').fill(TOUR);
  await publish.click();
  await expect.element(dialog).toHaveTextContent('No connection. Check your network and try again.');
  const post = postOf(me, TOUR, true);
  const again = fake(writePost, post);
  fake(posts, listOf([post]));
  await publish.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(news).toHaveLength(1);
  const key = attempt.calls[0]?.headers.get('idempotency-key');
  expect(key).toMatch(/./);
  expect(again.calls.map(({ body, headers }) => [body.text, headers.get('idempotency-key')])).toEqual([[TOUR, key]]);
});

test('a musician who has posted sees when the next post is allowed', async () => {
  const me = musician();
  fake(posts, listOf([postOf(me, TOUR, true)], '2026-05-08T12:00:00.000Z'));
  await openProfile(me, me);
  await expect.element(news.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('nofollow'));
  await expect.element(tell).toBeDisabled();
  await expect
    .element(page.getByRole('region', { name: 'News' }))
    .toHaveTextContent(/You can post once every seven days\. Next post: .*8.*2026/);
});

test('a musician deletes a post after confirming', async () => {
  const me = musician();
  const post = postOf(me, TOUR, true);
  fake(posts, listOf([post]));
  const deleted = fake(deletePost, ({ params: { id } }) => {
    fake(posts, listOf([]));
    return { id, deleted: true as const };
  });
  await openProfile(me, me);
  await news.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(news).toHaveLength(0);
  expect(deleted.calls.map(({ params }) => params)).toEqual([{ id: post.id }]);
});

test('others see the posts of a musician, without controls', async () => {
  const star = musician();
  fake(posts, listOf([postOf(star, TOUR, false)]));
  await openProfile(star, member());
  await expect.element(news).toHaveTextContent('On tour in May.');
  await expect.element(news.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await expect.element(tell).not.toBeInTheDocument();
});
