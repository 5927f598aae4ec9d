import { deleteMedia, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Media, media as oneMedia } from '@scoville/contract/catalogue/media/media.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { ownSong, songInFull } from '../../testkit/sample.ts';
import { fakeProfile, profilePage, publicUser } from '../../testkit/samples/profile.ts';
import { openScreen } from '../../testkit/screen.tsx';

const cards = page.getByRole('list', { name: /^Media of/ }).getByRole('article');
const titles = () => textsOf(cards.getByRole('paragraph').filter({ has: page.getByRole('link') }));
const card = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const moves = page.getByRole('button', { name: /^Move / });
const average = page.getByText('Average rating: 4.0 of 5 stars');

async function openProfile(who: Me, as: Me | null = null): Promise<void> {
  fakeProfile(publicUser(who));
  await openScreen(`/${who.id}`, { as });
}

test('PR-25 PR-26 PR-27 owners see the average rating, and which media are hidden, under review or chopped', async () => {
  const me = musician();
  const media = [
    ownSong({ title: 'Hidden', published: false }),
    ownSong({ title: 'Waiting', allowCuration: true, underReview: true }),
    ownSong({ title: 'Burnt', score: 40, band: 'D' }),
  ];
  fake(mediaOfUser, profilePage(media, { avgRating: 4 }));
  await openProfile(me, me);
  await expect.element(average).toBeInTheDocument();
  await expect.element(card('Hidden')).toHaveTextContent('Un-Published');
  await expect.element(card('Waiting')).toHaveTextContent('Under review');
  await expect.element(card('Burnt')).toHaveTextContent('Chopped');
});

test('PR-25 PR-26 PR-27 visitors see the average rating, but neither states nor low scores', async () => {
  const media = [
    songInFull({ title: 'Waiting', allowCuration: true, underReview: true }),
    songInFull({ title: 'Burnt', score: null, band: null }),
  ];
  fake(mediaOfUser, profilePage(media, { avgRating: 4 }));
  await openProfile(musician());
  await expect.element(average).toBeInTheDocument();
  await expect.element(cards).toHaveLength(2);
  for (const label of ['Un-Published', 'Under review', 'Chopped'])
    await expect.element(page.getByText(label)).not.toBeInTheDocument();
  await expect.element(card('Burnt')).not.toHaveTextContent(/40|%/);
});

test('PS-21 an owner without the perk sees a link to a plan instead of handles', async () => {
  const me = musician();
  fake(mediaOfUser, profilePage([ownSong({ title: 'One' }), ownSong({ title: 'Two' })]));
  await openProfile(me, me);
  await expect.element(page.getByRole('button', { name: 'Actions for One' })).toBeVisible();
  await expect.element(moves).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Upgrade to rearrange your music' }))
    .toHaveAttribute('href', '/account/subscription');
});

test('PR-31 administrators hide, publish, delete and edit the media of a profile', async () => {
  const edit = { edit: true, delete: true };
  let media: Media[] = ['One', 'Two', 'Three'].map((title) => ownSong({ title }));
  const can = (published: boolean) => ({ ...media[0]!.can, ...edit, publish: !published, unpublish: published });
  fake(mediaOfUser, () => profilePage(media, { canSort: true }));
  fake(oneMedia, ({ params: { id } }) => media.find((one) => one.id === id)!);
  fake(updateMedia, ({ params: { id }, body: { published = false } }) => {
    media = media.map((one) => (one.id === id ? { ...one, published, can: can(published) } : one));
    return media.find((one) => one.id === id)!;
  });
  fake(deleteMedia, ({ params: { id } }) => {
    media = media.filter((one) => one.id !== id);
    return { id, deleted: true as const };
  });
  await openProfile(musician(), administrator());
  await expect.element(page.getByRole('button', { name: 'Move One' })).toBeVisible();
  const choose = async (title: string, name: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const hidden = page.getByText('Un-Published', { exact: true });
  await choose('One', 'Unpublish');
  await expect.element(hidden).toBeVisible();
  await choose('One', 'Publish');
  await expect.element(hidden).not.toBeInTheDocument();
  await choose('One', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(titles).toEqual(['Two', 'Three']);
  await page.getByRole('button', { name: 'Actions for Two' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Edit' }))
    .toHaveAttribute('href', `/account/media/edit/${media[0]!.id}`);
});
