import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cardTitles, listNamed } from '../../testkit/samples/lists.ts';
import {
  GENRE,
  audible,
  currentSecond,
  inBar,
  isSounding,
  player,
  playing,
  pressAt,
  quietSongs,
  seek,
  expectSounding,
  startHere,
} from '../../testkit/playing.ts';
import { address, openScreen, reloadScreen } from '../../testkit/screen.tsx';

const [heart, ring] = [audible('Cast Iron Heart'), audible('Smoke Ring')];
const queue = page.getByRole('dialog', { name: 'Queue' });

beforeEach(() => quietSongs([heart, ring]));
afterEach(() => vi.restoreAllMocks());

const expectList = () => expect.poll(() => cardTitles(listNamed('Supper'))).toEqual(['Cast Iron Heart', 'Smoke Ring']);

/** Opens a song's page from the list, and plays only that song. */
async function playAlone(title: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await startHere();
  await expect.element(playing).toHaveText(title);
}

for (const [asked, title] of [
  ['true', 'Cast Iron Heart'],
  [ring.id, 'Smoke Ring'],
] as const)
  test(`PL-20 a playlist whose address has play=${asked === 'true' ? 'true' : 'an id'} plays “${title}”`, async () => {
    await openScreen(`${GENRE}?play=${asked}`);
    await expectSounding();
    await expect.element(playing).toHaveText(title);
    await expect.poll(address).not.toContain('play=');
  });

test('PL-20 a playlist whose address has no play parameter plays nothing', async () => {
  await openScreen(GENRE);
  await expectList();
  await expect.element(player).not.toBeInTheDocument();
});

test('PL-20 a song that plays alone continues within the playlist that the address plays', async () => {
  await openScreen(GENRE);
  await playAlone('Smoke Ring');
  await pressAt(seek, 'PageUp');
  await expect.poll(currentSecond).toBeGreaterThan(29);
  // In the same tab, like a link does.
  history.pushState(null, '', `${GENRE}?play=${ring.id}`);
  await inBar('Queue').click();
  await expect.element(queue.getByRole('button', { name: /^Move / })).toHaveLength(2);
  await expectSounding();
  expect(currentSecond()).toBeGreaterThan(29);
});

test('PL-20 an address plays once: neither Back nor a reload plays its song again', async () => {
  await openScreen(`${GENRE}?play=${ring.id}`);
  await expectSounding();
  await expect.element(playing).toHaveText('Smoke Ring');
  await playAlone('Cast Iron Heart');
  history.back();
  await expectList();
  await expect.element(playing).toHaveText('Cast Iron Heart');
  await expectSounding();
  await inBar('Pause').click();
  await reloadScreen();
  await expectList();
  await expect.element(playing).toHaveText('Cast Iron Heart');
  await expect.element(inBar('Play')).toBeVisible();
});

test('PL-20 the play button waits for a click when the browser requires one', async () => {
  // In tests, Chromium plays without a click, so the refusal is simulated.
  const refused = vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new DOMException('A click first.', 'NotAllowedError'));
  await openScreen(`${GENRE}?play=true`);
  await expect.element(playing).toHaveText('Cast Iron Heart');
  await expect.poll(() => refused.mock.calls.length).toBeGreaterThan(0);
  await expect.element(inBar('Play')).toBeVisible();
  expect(isSounding()).toBe(false);
  refused.mockRestore();
  await inBar('Play').click();
  await expectSounding();
});
