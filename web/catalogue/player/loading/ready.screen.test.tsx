import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cardTitles, listNamed } from '../../../testkit/samples/lists.ts';
import {
  GENRE,
  audible,
  isSounding,
  player,
  playing,
  quietSongs,
  expectSounding,
  startHere,
  watchable,
} from '../../../testkit/playing.ts';
import { openScreen } from '../../../testkit/screen.tsx';
import { movingBar, movingBarInParts } from '../../../testkit/sound.ts';

let many = 0;
/** A song with a unique address, so that requests for it can be counted. */
const song = (title: string) => {
  const url = `${movingBar.url}?${(many += 1)}`;
  return audible(title, { mediaType: 'song', length: 6, sources: [{ ...movingBar, url }] });
};
const video = (title: string) =>
  watchable(title, { sources: [{ ...movingBarInParts, url: `${movingBarInParts.url}?${(many += 1)}` }] });

/** The number of requests for an address with this ending since the test began. */
const requestsFor = (end: string): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(end)).length;
const requests = ({ sources }: Media): number => requestsFor(String(sources[0]?.url));
const parts = () => requestsFor('picture.mp4');
const playButton = ({ title }: Media) => page.getByRole('button', { name: `Play ${title}`, exact: true });

beforeEach(() => performance.clearResourceTimings());
afterEach(() => vi.restoreAllMocks());

async function openList(...media: Parameters<typeof quietSongs>[0]): Promise<void> {
  quietSongs(media);
  await openScreen(GENRE);
  await expect.poll(() => cardTitles(listNamed('Supper'))).toEqual(media.map(({ title }) => title));
}

test('a video whose play button is hovered loads its first part, and the press plays that part', async () => {
  const kettle = video('Kettle');
  await openList(kettle, song('Cast Iron'));
  await playButton(kettle).hover();
  // The initialization segment and a first segment.
  await expect.poll(parts).toBe(2);
  expect(requestsFor('picture.m3u8')).toBe(1);
  await expect.element(player).not.toBeInTheDocument();
  await playButton(kettle).click();
  await expectSounding();
  await expect.element(playing).toHaveText('Kettle');
  expect([requests(kettle), requestsFor('picture.m3u8')]).toEqual([1, 1]);
});

test('a song whose play button gets the keyboard focus loads its beginning, and nothing sounds', async () => {
  const [iron, ring] = [song('Cast Iron'), song('Smoke Ring')];
  await openList(iron, ring);
  (playButton(ring).element() as HTMLElement).focus();
  await expect.poll(() => requests(ring)).toBe(1);
  expect(requests(iron)).toBe(0);
  expect(isSounding()).toBe(false);
});

test('a song whose play button the pointer only crosses loads nothing', async () => {
  const [iron, ring] = [song('Cast Iron'), song('Smoke Ring')];
  await openList(iron, ring);
  const passed = playButton(iron).element();
  for (const name of ['pointerover', 'pointerout', 'pointerleave'])
    passed.dispatchEvent(new PointerEvent(name, { bubbles: name !== 'pointerleave', relatedTarget: document.body }));
  await playButton(ring).hover();
  await expect.poll(() => requests(ring)).toBe(1);
  expect(requests(iron)).toBe(0);
});

test('nothing is loaded before the press when data saving is on', async () => {
  const [kettle, iron] = [video('Kettle'), song('Cast Iron')];
  const saving = vi.spyOn(navigator as { connection?: object }, 'connection', 'get');
  saving.mockReturnValue({ saveData: true });
  await openList(kettle, iron);
  // Each visit reads the connection first.
  await playButton(iron).hover();
  await expect.poll(() => saving.mock.calls.length).toBe(1);
  await playButton(kettle).hover();
  await expect.poll(() => saving.mock.calls.length).toBe(2);
  expect([requests(kettle), requests(iron)]).toEqual([0, 0]);
  await playButton(kettle).click();
  await expectSounding();
  expect(requests(kettle)).toBe(1);
});

test('the page of a video loads its first part when idle, and plays nothing', async () => {
  const kettle = video('Kettle');
  quietSongs([kettle]);
  await openScreen(`/juno/${kettle.id}`);
  await expect.poll(parts).toBe(2);
  await expect.element(player).not.toBeInTheDocument();
  expect(isSounding()).toBe(false);
  await startHere();
  expect([requests(kettle), requestsFor('picture.m3u8')]).toEqual([1, 1]);
});

test('a press takes effect before the bar is drawn', async () => {
  const iron = song('Cast Iron');
  quietSongs([iron]);
  await openScreen(`/juno/${iron.id}`);
  const button = page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
  // By now the player is loaded.
  await expect.poll(() => requests(iron)).toBe(1);
  const element = button.element() as HTMLElement;
  element.click();
  // Everything that the press renders at once is in the page after its microtasks.
  await Promise.resolve();
  expect([element.textContent, player.elements().length]).toEqual(['Pause', 0]);
  await expect.element(player).toBeVisible();
});
