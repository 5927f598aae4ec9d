import { album, albumSongs } from '@scoville/contract/community/albums/albums.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { musicianRef, song } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

const id = newId();
const juno = musicianRef({ username: 'juno', displayName: 'Juno Reyes' });
const leavened = {
  id,
  title: 'Leavened',
  releaseDate: '2026-01-02',
  websiteUrl: 'https://records.example/leavened',
  credits: 'Sung by Juno',
  coverUrl: null,
  musician: juno,
};
const main = page.getByRole('main');
const share = main.getByRole('button', { name: 'Share', exact: true });
const dialog = page.getByRole('dialog', { name: 'Share this album' });

test('an album’s page shows its title, its musician and its songs', async () => {
  fake(album, leavened);
  fake(albumSongs, { media: [song({ title: 'Loaf', musician: juno }), song({ title: 'Crust', musician: juno })] });
  await openScreen(`/juno/albums/${id}`);
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveText('Leavened');
  await expect.element(main.getByRole('link', { name: 'Juno Reyes' })).toHaveAttribute('href', '/juno');
  await expect.element(main).toHaveTextContent('Jan 2, 2026');
  await expect.element(main).toHaveTextContent('Sung by Juno');
  await expect.element(main.getByRole('link', { name: 'Website' })).toHaveAttribute('href', leavened.websiteUrl);
  const songs = main.getByRole('list', { name: 'Songs of Leavened' }).getByRole('listitem');
  await expect.element(songs.first()).toHaveTextContent('Loaf');
  await expect.element(songs.last()).toHaveTextContent('Crust');
  expect(document.title).toMatch(/^Leavened/);
});

test('an album can be shared by its link and by a player for other sites', async () => {
  fake(album, leavened);
  fake(albumSongs, { media: [song({ title: 'Loaf', musician: juno })] });
  await openScreen(`/juno/albums/${id}`);
  await share.click();
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue(`${location.origin}/juno/albums/${id}`);
  await dialog.getByRole('button', { name: 'Embed' }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Code for other sites' }))
    .toHaveValue(
      expect.stringContaining(`<iframe src="${location.origin}/embed/album/${id}" width="480" height="420"`),
    );
});

test('an album without songs shows a message, and no player', async () => {
  fake(album, leavened);
  fake(albumSongs, { media: [] });
  await openScreen(`/juno/albums/${id}`);
  await expect.element(main).toHaveTextContent('None of its songs can be heard here yet.');
  await share.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Embed' })).not.toBeInTheDocument();
});

test('a deleted album shows an error message', async () => {
  fake(album, refused(404, 'This album was not found.'));
  await openScreen(`/juno/albums/${id}`);
  await expect.element(main).toHaveTextContent('Album not found. It may have been removed.');
  await expect.element(main.getByRole('link', { name: 'Browse music' })).toBeVisible();
});
