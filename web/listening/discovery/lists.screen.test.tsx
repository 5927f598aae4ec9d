import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { browse, showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fake, hold } from '../../testkit/api.ts';
import { cardTitles, inPages, listNamed, titlesOf } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const RECOMMENDED = 'Recommendations based on your latest music choices';
const songs = Array.from({ length: 45 }, () => song());
/** The songs in a different order for each seed. */
const seeded = (seed = 0) => {
  const start = seed % songs.length;
  return [...songs.slice(start), ...songs.slice(0, start)];
};
const recommended = (all: typeof songs, cursor?: string) => {
  const list = inPages(all, cursor);
  return { ...list, why: list.media.map(() => null) };
};

beforeEach(() => {
  quietPages();
  fake(showings, ({ body }) => ({ accepted: body.media.length }));
});
afterEach(() => vi.unstubAllGlobals());
const scrollUntil = (name: string, count: number) =>
  expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return listNamed(name).getByRole('listitem').elements().length;
    })
    .toBe(count);

test('RT-37 SR-01 X-56 recommendations load page by page in the order of the address’s seed, which is new at each visit', async () => {
  const asked = fake(browse, ({ query }) => recommended(seeded(query.seed), query.cursor));
  await openScreen('/browse');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(RECOMMENDED);
  await expect.poll(address).toMatch(/^\/browse\?seed=\d+$/);
  const first = address();
  const seed = Number(first.split('=')[1]);
  await scrollUntil(RECOMMENDED, songs.length);
  expect(cardTitles(listNamed(RECOMMENDED))).toEqual(titlesOf(seeded(seed)));
  expect(asked.calls.map(({ query }) => query)).toEqual([{ seed }, { seed, cursor: '20' }, { seed, cursor: '40' }]);

  await openScreen('/browse');
  await expect.poll(address).toMatch(/^\/browse\?seed=\d+$/);
  expect(address()).not.toBe(first);
  await openScreen(first);
  await expect.poll(() => cardTitles(listNamed(RECOMMENDED))).toEqual(titlesOf(seeded(seed)).slice(0, 20));
});

test('a list loads its next page even if its end left and entered the screen before the page was notified', async () => {
  const Observer = window.IntersectionObserver;
  vi.stubGlobal(
    'IntersectionObserver',
    class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((changes, observer) => {
          const before = changes.map(
            ({ target }) => ({ target, isIntersecting: false }) as unknown as IntersectionObserverEntry,
          );
          if (changes.some(({ isIntersecting }) => isIntersecting)) callback([...before, ...changes], observer);
        }, options);
      }
    },
  );
  fake(browse, ({ query }) => recommended(songs, query.cursor));
  await openScreen('/browse');
  await expect.element(listNamed(RECOMMENDED).getByRole('article').first()).toBeVisible();
  await scrollUntil(RECOMMENDED, songs.length);
});

for (const [list, path, name, about] of [
  ['perfectly-seasoned', '/perfectly-seasoned', 'Perfectly Seasoned', 'scored 85 and up'],
  ['well-done', '/well-done', 'Well Done', 'scored 70 to 84'],
] as const)
  test(`RT-39 RT-40 SR-03 ${path} shows its own list and scrolls to its end`, async () => {
    const asked = fake(curatedList, ({ query }) => inPages(songs, query.cursor));
    await openScreen(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect.element(page.getByText(about)).toBeVisible();
    await scrollUntil(name, songs.length);
    expect(cardTitles(listNamed(name))).toEqual(titlesOf(songs));
    expect(asked.calls.map(({ query }) => query.list)).toEqual([list, list, list]);
  });

test('GD-03 twenty placeholders are shown while a list loads', async () => {
  const held = hold(browse, recommended(songs));
  await openScreen('/browse');
  const shapes = page.getByRole('main').getBySelector('[aria-busy=true] .aspect-square.skeleton');
  await expect.element(shapes).toHaveLength(20);
  held.release();
  await expect.element(listNamed(RECOMMENDED).getByRole('article').first()).toBeVisible();
  await expect.element(shapes).not.toBeInTheDocument();
});
