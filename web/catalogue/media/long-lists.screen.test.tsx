import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { genreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Faked, fake, hold } from '../../testkit/api.ts';
import { genre, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { musicianRef, song, songInFull } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const list = listNamed('Well Done');
const items = () => list.getByRole('listitem').elements().length;
const drawn = list.getByRole('article');
const heading = page.getByRole('heading', { level: 1 });
const top = () => Math.round(window.scrollY);
/** Leaves out `setInterval`, whose ticks would otherwise repeat over hours of fake time. */
const CLOCK = { shouldAdvanceTime: true, toFake: ['Date' as const, 'setTimeout' as const, 'clearTimeout' as const] };
const by = musicianRef();
const courses = (count: number) =>
  Array.from({ length: count }, (_, n) => song({ title: `Course ${n}`, musician: by }));

/** The address of the first card whose top is in sight, and the position of that top. */
function firstInSight(): { href: string; top: number } {
  const one = drawn.elements().find((card) => card.getBoundingClientRect().top >= 80);
  return {
    href: one?.querySelector('a')?.getAttribute('href') ?? '',
    top: Math.round(one?.getBoundingClientRect().top ?? 0),
  };
}
const isInSight = (place: number) => place >= 80 && place < window.innerHeight;
const linkTo = ({ href }: { href: string }) =>
  document.querySelector<HTMLElement>(`main article a[href="${href}"]:not([aria-hidden])`)!;
/** Resolves after the frame in which the page was notified of the new scroll position. */
async function scrollDown(share = 1): Promise<void> {
  window.scrollTo({ top: document.documentElement.scrollHeight * share, behavior: 'instant' });
  await new Promise((done) => new IntersectionObserver(done).observe(document.body));
}

/** Opens a list of `count` songs and scrolls down in it; returns the position and the first card in sight. */
async function deepInList(count: number) {
  const all = courses(count);
  quietPages(all.map(songInFull));
  const asked: Faked<typeof curatedList> = fake(curatedList, ({ query }) => inPages(all, query.cursor));
  await openScreen('/well-done');
  await expect
    .poll(async () => {
      await scrollDown();
      return items();
    })
    .toBe(count);
  // The last page has its full height only after it is drawn.
  await scrollDown();
  await expect.element(drawn.last()).toBeInViewport();
  await scrollDown(0.6);
  // By then, the cards near the scroll position are drawn.
  await expect.poll(() => firstInSight().top, { message: 'a card is in sight' }).toSatisfy(isInSight);
  return { asked, before: top(), place: firstInSight() };
}

test('GD-01 a long list draws only cards near the viewport, and keeps its position on Back', async () => {
  const { before, place } = await deepInList(440);
  await expect.poll(() => drawn.elements().length).toBeLessThan(200);
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).not.toBeInTheDocument();
  linkTo(place).click();
  await expect.poll(address).toBe(place.href);
  await expect.element(heading).toHaveTextContent(/^Course/);
  history.back();
  await expect.poll(address).toMatch(/well-done/);
  await expect.poll(top).toBe(before);
  await expect.poll(firstInSight).toEqual(place);
  await expect.poll(items).toBe(440);

  // Tab reaches the next card, however far down the list the focus moves.
  linkTo(place).focus();
  /** The number of cards that are drawn below the focused card. */
  const ahead = () => {
    const cards = drawn.elements();
    const focused = cards.indexOf(document.activeElement?.closest('article') as HTMLElement);
    return focused === -1 ? -1 : cards.length - 1 - focused;
  };
  for (let steps = 0; steps < 24; steps += 1) {
    await userEvent.keyboard('{Tab}'.repeat(5));
    // Inside the test runner's frame the list draws visible cards only, so each step waits for the next ones.
    await expect.poll(ahead).toBeGreaterThan(0);
  }
  await expect.element(document.activeElement as HTMLElement).toBeInViewport();
});

test('a list keeps its position on Back after two hours on another screen', async () => {
  vi.useFakeTimers(CLOCK);
  const { asked, before, place } = await deepInList(60);
  linkTo(place).click();
  await expect.poll(address).toBe(place.href);
  await expect.element(heading).toHaveTextContent(/^Course/);
  await vi.advanceTimersByTimeAsync(2 * 3600 * 1000);
  const calls = asked.calls.length;
  history.back();
  await expect.poll(address).toMatch(/well-done/);
  await expect.poll(top).toBe(before);
  await expect.poll(firstInSight).toEqual(place);
  await expect.poll(items).toBe(60);
  // Only the first page is requested again.
  expect(asked.calls.slice(calls).filter(({ query }) => query.cursor !== undefined)).toEqual([]);
});

test('GD-01 a list keeps its position on Back from a page that did not load', async () => {
  const { before, place } = await deepInList(60);
  hold(media, songInFull());
  linkTo(place).click();
  // The screen shown while loading is shorter than the list.
  await expect.element(page.getByText('Loading the page', { exact: true })).toBeInTheDocument();
  await expect.poll(top).toBeLessThan(before);
  history.back();
  await expect.poll(address).toMatch(/well-done/);
  await expect.poll(top).toBe(before);
  await expect.poll(firstInSight).toEqual(place);
});

test('GD-01 the list of a genre keeps its position on Back after an hour', async () => {
  const all = courses(20);
  quietPages(all.map(songInFull));
  fake(genreInfo, genre('soul'));
  fake(mediaSearch, ({ query }) => inPages(all, query.cursor));
  // On a phone, twenty songs are a long list.
  await page.viewport(390, 844);
  vi.useFakeTimers(CLOCK);
  await openScreen('/genres/soul');
  const cards = page.getByRole('main').getByRole('article');
  await expect.element(cards).toHaveLength(20);
  await scrollDown(0.5);
  const before = top();
  expect(before).toBeGreaterThan(500);
  page
    .getByRole('main')
    .getBySelector('article a:not([aria-hidden])')
    .nth(10)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.element(heading).toHaveTextContent(/^Course/);
  await vi.advanceTimersByTimeAsync(3600 * 1000);
  history.back();
  await expect.element(cards).toHaveLength(20);
  await expect.poll(top).toBe(before);
});
