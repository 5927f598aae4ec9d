import { media } from '@scoville/contract/catalogue/media/media.ts';
import { saveTimedText, timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { ownSong } from '../../testkit/sample.ts';
import { keptMedia } from '../../testkit/samples/own-media.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { openScreen } from '../../testkit/screen.tsx';

test('after the first lyrics are saved, the song’s page refetches the song and shows them', async () => {
  const song = ownSong({ title: 'Brine', hasTimedText: false });
  keptMedia(song);
  quietSongPage(song);
  const saved = { kind: 'lyrics' as const, lines: [{ start: null, end: null, text: 'Salt' }] };
  fake(saveTimedText, () => {
    fake(timedText, saved);
    fake(media, { ...song, hasTimedText: true });
    return saved;
  });
  await openScreen(`/account/media/edit/${song.id}`, { as: musician({ id: song.musician.id }) });
  const title = page.getByLabelText('Title');
  await title.fill('');
  await title.click();
  await page.getByRole('textbox', { name: 'Lyrics', exact: true }).fill('Salt');
  await page.getByRole('button', { name: 'Save Lyrics' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  // The form beside the panel keeps its error message.
  await expect.element(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('Brine');
  await page.getByRole('link', { name: 'View page' }).click();
  await expect.element(page.getByRole('region', { name: 'Lyrics' })).toHaveTextContent('Salt');
});
