import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fake } from '../../testkit/api.ts';
import { homeWith } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { songInFull } from '../../testkit/sample.ts';
import { address, openScreen, settled } from '../../testkit/screen.tsx';
import { leftFor } from '../../testkit/stay-here.ts';

const song = songInFull({ title: 'Cast Iron Lullaby' });
const path = `/${song.musician.username ?? song.musician.id}/${song.id}`;
const title = page.getByRole('region', { name: 'Certified Hot' }).getByRole('link', { name: song.title });

async function openHome() {
  quietPages([song]);
  quietSongPage(song);
  const known = fake(media, song);
  fake(home, homeWith({ pinned: song }));
  await openScreen('/');
  await expect.element(title).toBeVisible();
  return known;
}

beforeEach(() => {
  leftFor.length = 0;
});

test('a link opens its page without a reload', async () => {
  await openHome();
  await title.click();
  await expect.poll(address).toBe(path);
  await expect.element(page.getByRole('heading', { level: 1, name: song.title })).toBeVisible();
  expect(leftFor).toEqual([]);
});

test.for([
  ['the pointer', () => userEvent.hover(title)],
  ['the focus', () => title.element().focus()],
] as const)('%s on a link loads its page once', async ([, point]) => {
  const known = await openHome();
  expect(known.calls).toHaveLength(0);
  await point();
  await expect.poll(() => known.calls.length).toBe(1);
  expect(address()).toBe('/');
  await title.click();
  await expect.poll(address).toBe(path);
  expect(known.calls).toHaveLength(1);
});

test('a link that moves under a resting pointer isn’t preloaded', async () => {
  const known = await openHome();
  title.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await settled();
  expect(known.calls).toHaveLength(0);
});

test('a click with a modifier key or the middle button is left to the browser', async () => {
  await openHome();
  const seen: boolean[] = [];
  const note = (event: Event) => {
    seen.push(event.defaultPrevented);
    event.preventDefault();
  };
  addEventListener('click', note);
  onTestFinished(() => removeEventListener('click', note));
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    title.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
  expect(seen).toEqual([false, false, false, false, false]);
  expect(address()).toBe('/');
});

test('a click that a part of the page has handled doesn’t open the link', async () => {
  await openHome();
  const stop = (event: Event) => event.preventDefault();
  title.element().addEventListener('click', stop);
  await title.click();
  expect(address()).toBe('/');
});
