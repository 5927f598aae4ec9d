import { plainPath } from '@scoville/contract/platform/http/addresses.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { browse } from '@scoville/contract/listening/discovery/recommendations.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { cardTitles, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { LAST_PAGE, musicianRef, sample, songInFull } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const juno = musicianRef({ isMasterChef: true });
const kettle = songInFull({ title: 'Kettle', musician: juno });
const film = songInFull({ title: 'Kettle Film', mediaType: 'video', musician: juno });
const shown = () => cardTitles(listNamed('Media of Juno Reyes'));

beforeEach(() => {
  quietPages([kettle, film]);
  fake(musician, ({ params: { id } }) =>
    [juno.id, juno.username].includes(id)
      ? sample(PublicUser, { ...juno, bio: '', selfTaught: false })
      : refused(404, 'This profile does not exist.'),
  );
  fake(mediaOfUser, ({ body: { mediaType } }) => ({
    ...inPages([kettle, film].filter((one) => mediaType === undefined || one.mediaType === mediaType)),
    musician: juno,
    avgRating: null,
    canSort: false,
  }));
});

test('RT-51 a musician’s page opens by username and by id, and lists songs and videos', async () => {
  for (const name of ['juno', juno.id]) {
    await openScreen(`/${name}`);
    const heading = page.getByRole('heading', { level: 1, name: 'Juno Reyes, Master Chef', exact: true });
    await expect.element(heading).toBeVisible();
    await expect.poll(shown).toEqual(['Kettle', 'Kettle Film']);
  }
});

test('RT-52 a musician’s songs and videos each have a page', async () => {
  await openScreen('/juno');
  await expect.poll(shown).toEqual(['Kettle', 'Kettle Film']);
  await page.getByRole('navigation', { name: 'Kinds of media' }).getByRole('link', { name: 'Videos' }).click();
  await expect.poll(address).toBe('/juno/videos');
  await expect.poll(shown).toEqual(['Kettle Film']);
  const tag = listNamed('Media of Juno Reyes').getByText('Video', { exact: true });
  await expect.element(tag).toBeVisible();
  await openScreen('/juno/songs');
  await expect.poll(shown).toEqual(['Kettle']);
  await expect.element(tag).not.toBeInTheDocument();
});

test('RT-53 a song or video opens below its musician’s name, with or without its kind', async () => {
  for (const [path, title] of [
    [`/juno/songs/${kettle.id}`, 'Kettle'],
    [`/juno/videos/${film.id}`, 'Kettle Film'],
    [`/juno/${kettle.id}`, 'Kettle'],
  ] as const) {
    await openScreen(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('addresses with a trailing slash or capitals in ids open the same page at its plain address', async () => {
  for (const path of [`/juno/songs/${kettle.id}/`, `/juno/${kettle.id.toUpperCase()}`]) {
    await openScreen(`${path}?utm_source=letter`);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Kettle');
    await expect.poll(address).toBe(`${plainPath(path)}?utm_source=letter`);
  }
  await openScreen(`/${juno.id.toUpperCase()}//`);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Juno Reyes, Master Chef', exact: true }))
    .toBeVisible();
});

test('RT-54 an unknown musician and an unknown song redirect to the recommendations', async () => {
  fake(media, refused(404, 'This song or video does not exist.'));
  fake(browse, { media: [], why: [], paging: LAST_PAGE });
  for (const path of ['/unknownname123', `/unknownname123/${newId()}`]) {
    await openScreen(path);
    await expect.poll(address).toMatch(/^\/browse\?seed=\d+$/);
  }
});

test('a song that cannot be loaded at the moment keeps its address, and shows the error', async () => {
  const path = `/juno/${kettle.id}`;
  // React reports what the error screen caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  for (const status of [503, 429]) {
    fake(media, refused(status, 'Please try again in a moment.'));
    await openScreen(path);
    await expect.element(page.getByText('Please try again in a moment.')).toBeVisible();
    expect(address()).toBe(path);
  }
});
