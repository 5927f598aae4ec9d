import { media } from '@scoville/contract/media.ts';
import { saveTimedText, timedText } from '@scoville/contract/timed-text.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { musician } from '../testkit/accounts.ts';
import { fake } from '../testkit/api.ts';
import { keptMedia, unpublished } from '../testkit/samples/own-media.ts';
import { openScreen } from '../testkit/screen.tsx';

test('saving lyrics reads the song’s document again, whose `hasTimedText` changed', async () => {
  const song = unpublished('Brine');
  keptMedia(song);
  const saved = { kind: 'lyrics' as const, lines: [{ start: null, end: null, text: 'Salt' }] };
  fake(saveTimedText, () => {
    fake(timedText, saved);
    return saved;
  });
  const asked = fake(media, song);
  await openScreen(`/account/media/edit/${song.id}`, { as: musician() });
  await page.getByRole('textbox', { name: 'Lyrics', exact: true }).fill('Salt');
  const before = asked.calls.length;
  await page.getByRole('button', { name: 'Save Lyrics' }).click();
  await expect.poll(() => asked.calls.length).toBe(before + 1);
});
