import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fake } from '../../testkit/api.ts';
import { genre, homeWith, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song, songInFull } from '../../testkit/sample.ts';
import { openScreen, settled } from '../../testkit/screen.tsx';

const media = Array.from({ length: 4 }, () => song());
const cards = listNamed('Well Done').getByRole('article');
const plays = cards.getByRole('button', { name: /^Play/ });
const pictures = listNamed('Browse by taste').getBySelector('img');
const suggestions = page.getByRole('combobox', { name: 'Search' });

beforeEach(async () => {
  quietPages();
  await page.viewport(390, 844);
  fake(
    home,
    homeWith({ pinned: songInFull(), perfectlySeasoned: [song(), song()], wellDone: media, genres: [genre('soul')] }),
  );
});

test('a phone draws only the titles of off-screen cards until its user does something', async () => {
  await openScreen('/', { asleep: true });
  await expect.element(cards.first()).toBeInTheDocument();
  await settled();
  expect(
    cards
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(media.map(({ title }) => title));
  expect(plays.elements()).toHaveLength(0);
  expect(pictures.elements()).toHaveLength(0);
  const height = () => cards.first().element().getBoundingClientRect().height;
  const before = height();
  await userEvent.keyboard('{Shift}');
  await expect.element(plays).toHaveLength(4);
  await expect.element(pictures).toHaveLength(1);
  expect(height()).toBe(before);
});

test('a phone draws a card that is about to become visible', async () => {
  await openScreen('/', { asleep: true });
  await expect.element(cards.first()).toBeInTheDocument();
  const { top } = cards.first().element().getBoundingClientRect();
  expect(top).toBeGreaterThan(844);
  // Moves the content without scrolling, because a scroll event counts as a sign of a user.
  document.querySelector('main')?.setAttribute('style', `margin-top:-${top - 844}px`);
  // The fourth card is outside the window.
  await expect.element(plays).toHaveLength(3);
});

test('a wide screen draws all cards at once', async () => {
  await page.viewport(1440, 900);
  await openScreen('/', { asleep: true });
  await expect.element(plays).toHaveLength(4);
});

test('the user’s first action loads the search suggestions', async () => {
  await openScreen('/', { asleep: true });
  await settled();
  await expect.element(suggestions).not.toBeInTheDocument();
  window.dispatchEvent(new Event('touchstart'));
  await expect.element(suggestions.first()).toBeInTheDocument();
});

test('a phone draws only the visible genres and moods until its user does something', async () => {
  const names = Array.from({ length: 20 }, (_, place) => `genre-${place}`);
  fake(home, homeWith({ genres: names.map((name) => genre(name)) }));
  await openScreen('/', { asleep: true });
  const chips = listNamed('Genres and moods').getByRole('link');
  await expect.element(chips).toHaveLength(9);
  const inSight = chips.elements().map(({ textContent }) => textContent);
  window.dispatchEvent(new Event('touchstart'));
  await expect.element(chips).toHaveLength(20);
  expect(
    chips
      .elements()
      .map(({ textContent }) => textContent)
      .slice(0, 9),
  ).toEqual(inSight);
});

test('a rail of cards is drawn to its end when the window becomes wider', async () => {
  fake(home, homeWith({ wellDone: Array.from({ length: 20 }, () => song()) }));
  await openScreen('/');
  await expect.element(cards).toHaveLength(5);
  await page.viewport(1440, 900);
  await expect.element(cards).toHaveLength(20);
});
