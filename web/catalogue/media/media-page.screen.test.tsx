import { media } from '@scoville/contract/catalogue/media/media.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { browse } from '@scoville/contract/listening/discovery/recommendations.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { GENRE, audible, quietSongs } from '../../testkit/playing.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { LAST_PAGE } from '../../testkit/sample.ts';
import { address, openScreen, reopenScreen, settled } from '../../testkit/screen.tsx';
import { withFingers } from '../../testkit/touch.ts';

test('CU-21 the score on a media page opens the criteria', async () => {
  const song = audible('Cast Iron Heart', { score: 94, band: 'A' });
  quietSongs([song]);
  await openScreen(`/juno/${song.id}`);
  await page.getByRole('button', { name: 'Score 94, PRFCTLY SEASND. How scoring works', exact: true }).click();
  const criteria = page.getByRole('dialog', { name: 'How scoring works' });
  await expect.poll(() => textsOf(criteria.getByRole('term'))).toEqual(['Storytelling', 'Execution', 'Thumbnail art']);
  expect(textsOf(criteria.getByText(/^\d+ to \d+$/))).toEqual(['85 to 100', '70 to 84', '60 to 69', '1 to 59']);
  const promise = 'A review usually takes 24 hours. In busy weeks it can take up to 48 hours.';
  await expect.element(criteria.getByText(promise, { exact: true })).toBeVisible();
});

test('RT-54 a page of a song or video that does not exist redirects to /browse, without a message', async () => {
  quietSongs([audible('Cast Iron Heart')]);
  fake(media, refused(404, 'This media does not exist.'));
  fake(browse, { media: [], why: [], paging: LAST_PAGE });
  await openScreen(`/juno/${newId()}`);
  await expect.poll(address).toMatch(/^\/browse/);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getBySelector('[data-toast]')).not.toBeInTheDocument();
});

test('a song’s page requests lyrics only if the song has some', async () => {
  const [bare, sung] = [audible('Brine', { hasTimedText: false }), audible('Salt', { hasTimedText: true })];
  quietSongs([bare, sung]);
  const asked = fake(timedText, { kind: 'lyrics', lines: [{ start: null, end: null, text: 'And smoke' }] });
  await openScreen(`/juno/${bare.id}`);
  await settled();
  fake(media, sung);
  await reopenScreen(`/juno/${sung.id}`);
  await expect.element(page.getByRole('region', { name: 'Lyrics' })).toHaveTextContent('And smoke');
  expect(asked.calls.map(({ params }) => params.id)).toEqual([sung.id]);
});

test('a card’s play button is shown while its title has keyboard focus, and always on touch screens', async () => {
  const song = audible('Cast Iron Heart');
  quietSongs([song]);
  await openScreen(GENRE);
  const card = page.getByRole('main').getByRole('article');
  const button = card.getByRole('button', { name: 'Play Cast Iron Heart' });
  await expect.element(button).toHaveStyle({ opacity: '0' });
  // A key press first, because focus that a click sets does not show the button.
  await userEvent.keyboard('{Shift}');
  (card.getByRole('link', { name: 'Cast Iron Heart' }).element() as HTMLElement).focus();
  await expect.element(button).toHaveStyle({ opacity: '1' });
  (document.activeElement as HTMLElement).blur();
  await expect.element(button).toHaveStyle({ opacity: '0' });
  await withFingers(() => expect.element(button).toHaveStyle({ opacity: '1' }));
  await expect.element(button).toHaveStyle({ opacity: '0' });
});
