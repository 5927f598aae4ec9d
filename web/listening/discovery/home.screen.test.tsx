import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { cardTitles, genre, homeWith, listNamed, mood, titlesOf } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song, songInFull } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

const hero = page.getByRole('region', { name: 'Certified Hot' });
const statistics = page.getByRole('region', { name: 'Statistics' });
const message = page.getByRole('complementary', { name: 'System message' });
const songsOf = (score: number) => Array.from({ length: 20 }, () => song({ score }));
beforeEach(() => quietPages());

const hrefsOf = (links: ReturnType<typeof listNamed>): string[] =>
  links.elements().map((link) => link.getAttribute('href') ?? '');

test('HM-01 HM-02 HM-03 GD-04 Home shows the pinned song, then both lists of 20 with tiles of 160 or 150 px', async () => {
  const [perfectlySeasoned, wellDone] = [songsOf(93), songsOf(74)];
  fake(home, homeWith({ pinned: songInFull({ title: 'Cast Iron Lullaby' }), perfectlySeasoned, wellDone }));
  await openScreen('/');
  await expect.element(hero.getByRole('heading', { level: 1 })).toHaveText('Cast Iron Lullaby');
  for (const [name, media, score] of [
    ['Perfectly Seasoned', perfectlySeasoned, 93],
    ['Well Done', wellDone, 74],
  ] as const) {
    // Off-screen cards are drawn when the rail is scrolled.
    const atFirst = cardTitles(listNamed(name));
    expect(atFirst.length).toBeLessThan(20);
    expect(atFirst).toEqual(titlesOf(media).slice(0, atFirst.length));
    listNamed(name).element().scrollIntoView({ block: 'center' });
    listNamed(name).element().scrollTo({ left: 500 });
    await expect.poll(() => cardTitles(listNamed(name))).toEqual(titlesOf(media));
    expect(listNamed(name).getByText(`Score ${score}`).elements()).toHaveLength(20);
  }
  const top = (element: typeof hero) => element.element().getBoundingClientRect().y;
  expect(top(hero)).toBeLessThan(top(listNamed('Perfectly Seasoned')));
  expect(top(listNamed('Perfectly Seasoned'))).toBeLessThan(top(listNamed('Well Done')));

  const width = () => listNamed('Well Done').getByRole('article').first().element().getBoundingClientRect().width;
  expect(width()).toBe(160);
  await page.viewport(390, 844);
  await expect.poll(width).toBe(150);
});

test('a list on Home is drawn to its end when the keyboard focus enters it', async () => {
  const media = songsOf(93);
  fake(home, homeWith({ perfectlySeasoned: media }));
  await openScreen('/');
  const list = listNamed('Perfectly Seasoned');
  await expect.element(list).toBeVisible();
  expect(cardTitles(list).length).toBeLessThan(20);
  list
    .getByRole('link', { name: titlesOf(media)[0] })
    .first()
    .element()
    .focus();
  await expect.poll(() => cardTitles(list)).toEqual(titlesOf(media));
});

test('the pinned song has a heart and the menu that every card has', async () => {
  fake(home, homeWith({ pinned: songInFull({ title: 'Cast Iron Lullaby' }) }));
  await openScreen('/');
  const heart = hero.getByRole('button', { name: 'Favorite Cast Iron Lullaby' });
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await hero.getByRole('button', { name: 'More for Cast Iron Lullaby' }).click();
  const entries = page.getByRole('menu', { name: 'More for Cast Iron Lullaby' }).getByRole('menuitem');
  await expect.poll(() => textsOf(entries)).toEqual(['Play next', 'Add to queue', 'Add to playlist', 'Share']);
});

const allGenres = Array.from({ length: 20 }, (_, n) => genre(`genre-${n}`, { position: n, mediaCount: n }));
const allMoods = Array.from({ length: 16 }, (_, n) => mood(`mood-${n}`, { position: n, mediaCount: n }));
const all = [...allGenres, ...allMoods].map(({ kind, slug }) => `/${kind}s/${slug}`);

test('HM-06 HM-07 HM-08 the strip of genres and moods is shuffled at each visit and scrolls by its arrows', async () => {
  fake(home, homeWith({ genres: allGenres, moods: allMoods }));
  const strip = listNamed('Genres and moods');
  const order = async () => {
    await openScreen('/');
    await expect.element(strip.getByRole('link').first()).toBeVisible();
    return hrefsOf(strip.getByRole('link'));
  };
  const [first, second] = [await order(), await order()];
  expect(first.toSorted()).toEqual(all.toSorted());
  expect(second.toSorted()).toEqual(all.toSorted());
  expect(second).not.toEqual(first);

  const left = () => strip.element().scrollLeft;
  const [back, on] = [strip.getBySelector('~ button').first(), strip.getBySelector('~ button').last()];
  await on.click();
  await expect.poll(left).toBeGreaterThan(200);
  await back.click();
  await expect.poll(left).toBe(0);
  await expect.element(back).toHaveStyle({ pointerEvents: 'none' });
});

test('HM-11 the grid links to the fullest genres and moods, with a picture for each', async () => {
  fake(home, homeWith({ genres: allGenres, moods: allMoods }));
  await openScreen('/');
  const links = listNamed('Browse by taste').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  const fullest = [19, 18, 17, 16, 15, 14].map((n) => `/genres/genre-${n}`);
  expect(hrefsOf(links)).toEqual([...fullest, '/moods/mood-15', '/moods/mood-14']);
  const pictures = links.getBySelector('img');
  await expect.element(pictures).toHaveLength(8);
  for (const picture of pictures.elements() as HTMLImageElement[]) {
    picture.scrollIntoView();
    await expect.poll(() => picture.naturalWidth).toBeGreaterThan(0);
  }
});

test('HM-09 the system message is shown on Home while there is one', async () => {
  fake(home, homeWith());
  await openScreen('/');
  await expect.element(statistics).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  const html = '<p><strong>New</strong> <a rel="noopener nofollow" href="https://z.example">ask</a></p>';
  fake(systemMessage, {
    systemMessage: { id: newId(), message: '', html, actionLink: null, disappearAfterLogin: false },
  });
  await openScreen('/');
  await expect.element(message.getByText('New', { exact: true })).toBeVisible();
  await expect.element(message.getByRole('link', { name: 'ask' })).toHaveAttribute('href', 'https://z.example');
});

test('HM-10 the header shows the wait for a review and three counts, and hides the pass rate', async () => {
  const counted = { totalSongs: 70, totalVideos: 3, totalPlays: 4321, musicians: 9 };
  fake(
    home,
    homeWith({
      statistics: {
        ...counted,
        curation: { avgWaitTime: 18 * 3600, medianWaitTime: 15 * 3600, inTime30: 0.976, inTime365: 0.95 },
        submission: { passRate: 0.44 },
      },
    }),
  );
  await openScreen('/');
  await expect.element(statistics).toBeVisible();
  const labels = ['average wait for a review, 97% in time', 'songs and videos', 'plays', 'musicians'];
  expect(textsOf(statistics.getByRole('term'))).toEqual(labels);
  expect(textsOf(statistics.getByRole('definition'))).toEqual(['18 h', '73', '4,321', '9']);
  await expect.element(statistics).not.toHaveTextContent('44');
});

test('RT-14 Home of a new installation shows its figures and categories, and no empty lists', async () => {
  fake(home, homeWith({ genres: allGenres, moods: allMoods }));
  await openScreen('/');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(textsOf(statistics.getByRole('definition'))).toEqual(['None yet', '0', '0', '0']);
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(listNamed('Browse by taste').getByRole('link')).toHaveLength(8);
  await expect.element(page.getByRole('heading', { name: 'Perfectly Seasoned' })).not.toBeInTheDocument();
  await expect.element(page.getByText('Nothing has made it to these lists yet.')).toBeVisible();
});
