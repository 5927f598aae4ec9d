import { type Page, expect, test } from './test.ts';
import { newId } from '../server/ids.ts';
import type { Pool } from '../server/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessibleNow } from './accessible.ts';
import { type Catalogue, fillCatalogue, openDatabase } from './catalogue.ts';
import { freshPage } from './people.ts';
import { tick } from './tick.ts';
import { moveFinger } from './touching.ts';

let db: Pool;
let catalogue: Catalogue;

test.beforeAll(async () => {
  db = openDatabase();
  catalogue = await fillCatalogue(db);
});
test.afterAll(() => db.end());

const list = (page: Page, name: string) => page.getByRole('main').getByRole('list', { name, exact: true });
const cards = (page: Page, name: string) => list(page, name).getByRole('article');
const titles = async (page: Page, name: string): Promise<string[]> => {
  await expect(cards(page, name).first()).toBeVisible();
  return list(page, name)
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.querySelector('a:not([aria-hidden])')?.getAttribute('href') ?? ''));
};
/** The first of them, as soon as so many are drawn: what is loaded is drawn little by little. */
const firstTitles = async (page: Page, name: string, count: number): Promise<string[]> => {
  await expect.poll(() => cards(page, name).count()).toBeGreaterThanOrEqual(count);
  return (await titles(page, name)).slice(0, count);
};
const scores = (page: Page, name: string): Promise<number[]> =>
  cards(page, name).evaluateAll((all) => all.map((one) => Number(/Score (\d+)/.exec(one.textContent ?? '')?.[1])));

/** Scrolls until the list, which grows by itself where its end is in sight, holds `count`. */
async function scrollTo(page: Page, name: string, count: number): Promise<void> {
  // Again and again, as a hand does: what comes in between makes the page longer than one turn of the wheel went.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return await list(page, name).getByRole('listitem').count();
    })
    .toBeGreaterThanOrEqual(count);
}

test('J-01 RT-14 HM-04 HM-05 SR-22 a visitor looks around, from Home and back', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/');
  await expect(page).toHaveTitle('Home | Scoville');
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
  await expect(list(page, 'Genres and moods')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  await page.getByRole('link', { name: 'See more of Perfectly Seasoned' }).click();
  await expect(page).toHaveURL(/\/perfectly-seasoned$/);
  await expect(page).toHaveTitle('Perfectly Seasoned | Scoville');
  await page.goBack();
  await page.getByRole('link', { name: 'See more of Well Done' }).click();
  await expect(page).toHaveURL(/\/well-done$/);
  await expect(page).toHaveTitle('Well Done | Scoville');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await list(page, 'Genres and moods').getByRole('link', { name: 'Dusk', exact: true }).click();
  await expect(page).toHaveURL(/\/moods\/dusk\?seed=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/');

  await list(page, 'Browse by taste').getByRole('link', { name: /^Soul/ }).click();
  await expect(page).toHaveURL(/\/genres\/soul\?seed=\d+$/);
  await expect(page).toHaveTitle('Soul | Scoville');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moods' }).click();
  await list(page, 'Moods').getByRole('link', { name: /^Dusk/ }).click();
  await expect(page).toHaveURL(/\/moods\/dusk\?seed=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/moods');
  await page.goBack();
  await expect(page).toHaveURL(/\/genres\/soul\?seed=\d+$/);
  expect(page.url()).not.toContain('#');
  expect(errors).toEqual([]);
});

test('HM-01 HM-02 HM-03 GD-04 Home shows the pinned one, then both bands, 20 each', async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Certified Hot' });
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Cast Iron Lullaby');
  await expect(cards(page, 'Perfectly Seasoned')).toHaveCount(20);
  await expect(cards(page, 'Well Done')).toHaveCount(20);
  expect((await scores(page, 'Perfectly Seasoned')).every((score) => score >= 85)).toBe(true);
  expect((await scores(page, 'Well Done')).every((score) => score >= 70 && score < 85)).toBe(true);
  const top = async (name: string) => (await list(page, name).boundingBox())?.y ?? 0;
  expect((await hero.boundingBox())?.y).toBeLessThan(await top('Perfectly Seasoned'));

  const width = async () => (await cards(page, 'Well Done').first().boundingBox())?.width;
  expect(await width()).toBe(160);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(width).toBe(150);
});

test('the pinned one is made a favorite, and offers what every card does', async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Certified Hot' });
  const heart = hero.getByRole('button', { name: 'Favorite Cast Iron Lullaby' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await hero.getByRole('button', { name: 'More for Cast Iron Lullaby' }).click();
  const menu = page.getByRole('menu', { name: 'More for Cast Iron Lullaby' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Play next', 'Add to queue', 'Add to playlist', 'Share']);
});

test('GD-02 a slider scrolls by wheel, by touch and by keys', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const slider = list(page, 'Well Done');
  const left = () => slider.evaluate((element) => element.scrollLeft);
  const back = () => slider.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  /** Its middle where it stands now: what loads above moves it. */
  const middle = async () => {
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (box === null) throw new Error('The slider is not there.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await expect(slider.getByRole('link').first()).toBeVisible();

  const pointer = await middle();
  await page.mouse.move(pointer.x, pointer.y);
  await page.mouse.wheel(300, 0);
  await expect.poll(left).toBeGreaterThan(100);

  await back();
  await slider.getByRole('link').first().focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(100);

  // A finger that goes to the left.
  await back();
  const { x, y } = await middle();
  await moveFinger(page, [x + 150, y], [x - 150, y]);
  await expect.poll(left).toBeGreaterThan(100);
  await context.close();
});

test('HM-06 HM-07 HM-08 HM-11 J-01 genres and moods: a shuffled strip with arrows, and a grid of pictures', async ({
  page,
}) => {
  const strip = list(page, 'Genres and moods');
  const order = async () => {
    await page.goto('/');
    await expect(strip.getByRole('link').first()).toBeVisible();
    return strip.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  };
  const [first, second] = [await order(), await order()];
  expect(first).toHaveLength(36);
  expect(first.filter((href) => href?.startsWith('/genres/'))).toHaveLength(20);
  expect(first.filter((href) => href?.startsWith('/moods/'))).toHaveLength(16);
  expect(second).not.toEqual(first);
  expect(second.toSorted()).toEqual(first.toSorted());

  const left = () => strip.evaluate((element) => element.scrollLeft);
  const [back, on] = [strip.locator('~ button').first(), strip.locator('~ button').last()];
  await on.click();
  await expect.poll(left).toBeGreaterThan(200);
  await back.click();
  await expect.poll(left).toBe(0);
  await expect(back).toHaveCSS('pointer-events', 'none');

  const grid = list(page, 'Browse by taste').getByRole('link');
  const links = await grid.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links.some((href) => href?.startsWith('/genres/')) && links.some((href) => href?.startsWith('/moods/'))).toBe(
    true,
  );
  // Addresses that the strip knows, too, and pictures that are there.
  expect(links.filter((href) => !first.includes(href))).toEqual([]);
  await expect(grid.locator('img')).toHaveCount(links.length);
  for (const picture of await grid.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
});

test('HM-09 HM-10 J-01 the system message is there while there is one; the header tells the wait and hides the pass rate', async ({
  page,
}) => {
  const message = page.getByRole('complementary', { name: 'System message' });
  await db`delete from system_message`;
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
  await expect(message).toHaveCount(0);
  await db`insert into system_message (id, message) values (${newId()}, ${'**New** <script>alert(1)</script> [ask](/genres)'})`;
  await page.goto('/');
  await expect(message.getByText('New', { exact: true })).toBeVisible();
  await expect(message.getByRole('link', { name: 'ask' })).toHaveAttribute('rel', /noopener/);
  await expect(message.locator('script')).toHaveCount(0);
  await db`delete from system_message`;
  const statistics = page.getByRole('region', { name: 'Statistics' });
  // The pass rate is not among them.
  await expect(statistics.getByRole('term')).toHaveText([
    'average wait for a review',
    'songs and videos',
    'plays',
    'musicians',
  ]);

  // Each is a figure of its own.
  await page.goto('/genres');
  await page.route('**/api/home*', async (route) => {
    const answer = await route.fetch();
    const told = {
      totalSongs: 70,
      totalVideos: 3,
      totalPlays: 4321,
      musicians: 9,
      curation: { avgWaitTime: 18 * 3600 },
      submission: { passRate: 0.44 },
    };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), statistics: told } });
  });
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Scoville/ })
    .click();
  await expect(statistics.getByRole('definition')).toHaveText(['18 h', '73', '4,321', '9']);
  await expect(statistics).not.toContainText('44');
});

test('RT-37 SR-01 X-56 recommendations load on in one order, which is new at every visit', async ({ page }) => {
  const name = 'Recommendations based on your latest music choices';
  // Which newcomers stand in between is drawn from those that were shown least, which looking at the list changes.
  await db`update first_listens set ended = true where not ended`;
  const reasons = async () => (await (await page.request.get('/api/browse/media')).json()).why as unknown[];
  await expect.poll(async () => (await reasons()).every((why) => why === null)).toBe(true);
  await page.goto('/browse');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveURL(/\?seed=\d+$/);
  const address = page.url();
  await expect(cards(page, name).first()).toBeVisible();
  const total = await publicMedia();
  await scrollTo(page, name, total);
  await expect(cards(page, name)).toHaveCount(total);
  const all = await titles(page, name);
  expect(new Set(all).size).toBe(total);
  expect(all).toHaveLength(total);

  await page.goto('/browse');
  await expect(page).toHaveURL(/\?seed=\d+$/);
  expect(page.url()).not.toBe(address);
  expect(await firstTitles(page, name, 10)).not.toEqual(all.slice(0, 10));
  await page.goto(address);
  expect(await firstTitles(page, name, 20)).toEqual(all.slice(0, 20));
});

test('a list loads on when its end was out of sight and came near before the page was told of either', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((changes, observer) => {
          const before = changes.map(
            ({ target }) => ({ target, isIntersecting: false }) as unknown as IntersectionObserverEntry,
          );
          if (changes.some(({ isIntersecting }) => isIntersecting)) callback([...before, ...changes], observer);
        }, options);
      }
    };
  });
  const name = 'Recommendations based on your latest music choices';
  await page.goto('/browse');
  await expect(cards(page, name).first()).toBeVisible();
  await scrollTo(page, name, await publicMedia());
});

const publicMedia = async (): Promise<number> => {
  const [row] = await db<{ n: number }[]>`select count(*)::int as n from media where band is not null`;
  return row?.n ?? 0;
};

for (const [path, name, low, high] of [
  ['/perfectly-seasoned', 'Perfectly Seasoned', 85, 100],
  ['/well-done', 'Well Done', 70, 84],
] as const) {
  test(`RT-39 RT-40 SR-03 J-01 ${path} scrolls to its end and holds ${low} to ${high} only`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const [row] = await db<{ n: number }[]>`select count(*)::int as n from media where band = ${low === 85 ? 5 : 3}`;
    await expect(cards(page, name).first()).toBeVisible();
    await scrollTo(page, name, row?.n ?? 0);
    await expect(cards(page, name)).toHaveCount(row?.n ?? 0);
    const found = await scores(page, name);
    expect(found).toHaveLength(row?.n ?? 0);
    expect(found.every((score) => score >= low && score <= high)).toBe(true);
  });
}

test('RT-41 RT-43 genres and moods are all there, each a link', async ({ page }) => {
  for (const [path, name, count] of [
    ['/genres', 'Genres', 20],
    ['/moods', 'Moods', 16],
  ] as const) {
    await page.goto(path);
    const links = list(page, name).getByRole('link');
    await expect(links).toHaveCount(count);
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const body = await (await page.request.get(`/api${path}`)).json();
    const all = body[name.toLowerCase()] as { slug: string; name: string }[];
    expect(hrefs).toEqual(all.map(({ slug }) => `${path}/${slug}`));
    await expect(links).toHaveText(all.map((one) => new RegExp(`^${one.name}(Genre|Mood), [\\d,]+ tracks?$`)));
  }
});

test('RT-42 GM-03 GD-01 HM-13 a genre: its media in the order of a seed, by More, to the end', async ({ page }) => {
  await page.goto('/genres/soul');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soul');
  await expect(page).toHaveURL(/seed=\d+/);
  const address = page.url();
  const ofGenre = await db<{ id: string }[]>`select media.id from media join categories c on c.id = genre_id
    where c.slug = 'soul' and band >= 2`;
  const total = ofGenre.length;
  expect(total).toBeGreaterThan(40);
  const more = page.getByRole('button', { name: 'More', exact: true });
  const shown = () => cards(page, 'Soul').count();
  // What is loaded is drawn little by little: after the last page there is no button, though not every card is there yet.
  const isWhole = async () => (await shown()) >= total;
  for (;;) {
    await expect.poll(async () => (await isWhole()) || (await more.isVisible())).toBe(true);
    if (await isWhole()) break;
    const before = await shown();
    if (await more.isVisible()) await more.click();
    await expect.poll(async () => (await shown()) > before || (await isWhole())).toBe(true);
  }
  await expect(more).toHaveCount(0);
  const all = await titles(page, 'Soul');
  expect(all.map((href) => href.split('/').pop()).toSorted()).toEqual(ofGenre.map(({ id }) => id).toSorted());
  await page.goto('/genres/soul');
  expect(await firstTitles(page, 'Soul', 20)).not.toEqual(all.slice(0, 20));
  await page.goto(address);
  expect(await firstTitles(page, 'Soul', 20)).toEqual(all.slice(0, 20));
});

test('GM-02 GM-04 GM-08 songs and videos can be left out, by box and by the filter; the address keeps it', async ({
  page,
}) => {
  await page.goto('/genres/soul');
  const main = page.getByRole('main');
  const [songs, videos] = [main.getByLabel('Songs'), main.getByLabel('Videos')];
  await expect(songs).toBeChecked();
  await expect(videos).toBeChecked();
  const tagged = cards(page, 'Soul').filter({ hasText: 'Video' });
  await expect(cards(page, 'Soul').first()).toBeVisible();
  await tick(songs, false);
  await expect(page).toHaveURL(/facets=/);
  // Empty while the other list comes, then all of it videos.
  await expect
    .poll(async () => {
      const [shown, videosShown] = [await cards(page, 'Soul').count(), await tagged.count()];
      return shown > 0 && shown === videosShown;
    })
    .toBe(true);
  await page.reload();
  await expect(songs).not.toBeChecked();
  await tick(videos, false);
  await expect(page.getByText('Nothing matches this filter.')).toBeVisible();
  await expect(page.getByText('There is currently no media')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show everything' }).click();
  for (const box of [songs, videos]) await expect(box).toBeChecked();
  await expect(cards(page, 'Soul').first()).toBeVisible();
  await tick(songs, false);
  await tick(videos, false);
  await expect(page.getByText('Nothing matches this filter.')).toBeVisible();

  await page.getByRole('button', { name: 'Filter Media' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter Media' });
  await expect(dialog.getByLabel('Local')).toBeDisabled();
  await expect(dialog.getByLabel('Local')).not.toBeChecked();
  await dialog.getByLabel('Songs').check();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(songs).not.toBeChecked();
  await page.getByRole('button', { name: 'Filter Media' }).click();
  await dialog.getByLabel('Songs').check();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(songs).toBeChecked();
  await expect(cards(page, 'Soul').first()).toBeVisible();
  await expect(tagged).toHaveCount(0);
});

test('GM-07 SH-13 a playlist is shared by its link, with its order and its filter, or by the system where that can', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/genres/soul?play=false');
  await expect(page).toHaveURL(/seed=\d+/);
  await tick(page.getByRole('checkbox', { name: 'Videos' }), false);
  await expect(page).toHaveURL(/videos/);
  const dialog = page.getByRole('dialog', { name: 'Share this playlist' });
  const open = () => page.getByRole('button', { name: 'Share this playlist' }).click();
  await open();
  const link = await dialog.getByLabel('Link').inputValue();
  const { pathname, searchParams } = new URL(link);
  const here = new URL(page.url()).searchParams;
  expect(pathname).toBe('/genres/soul');
  expect([...searchParams.keys()].toSorted()).toEqual(['facets', 'seed']);
  for (const [name, value] of searchParams) expect(value).toBe(here.get(name));
  await expectAccessibleNow(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Link copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(dialog.getByRole('button', { name: 'Share via…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share this playlist' })).toBeFocused();

  // A browser on a system that shares, and one that keeps the clipboard.
  await page.evaluate(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (data: ShareData) => shared.push(data) });
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) });
  });
  await open();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    'Your browser did not allow copying. The link is selected: copy it with your keyboard.',
  );
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
  await dialog.getByRole('button', { name: 'Share via…' }).click();
  await expect(dialog).toHaveCount(0);
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  expect(shared).toEqual([{ title: 'Soul', text: 'Checkout this playlist', url: link }]);

  // Whoever gets the link sees the same in the same order.
  const receiver = await freshPage(browser);
  await receiver.goto(link);
  await expect.poll(() => titles(receiver, 'Soul')).toEqual(await titles(page, 'Soul'));
  await expect(receiver.getByRole('checkbox', { name: 'Videos' })).not.toBeChecked();
});

test('RT-44 GM-05 GM-06 a mood tells its rating and its plays', async ({ page }) => {
  await db`update categories set play_count = 1234 where kind = 'mood' and slug = 'dusk'`;
  await db`
    insert into category_ratings (id, hundredths, media) select id, 1700, 4 from categories where slug = 'dusk'
    on conflict (id) do update set hundredths = 1700, media = 4`;
  await page.goto('/moods/dusk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dusk');
  await expect(page.getByText('Average rating: 4.3 of 5 stars')).toBeAttached();
  await expect(page.getByRole('main').getByText('1,234 plays')).toBeVisible();
  const ofMood = await db<{ id: string }[]>`select media.id from media join categories c on c.id = mood_id
    where c.slug = 'dusk' and band >= 2`;
  const shown = await firstTitles(page, 'Dusk', 20);
  expect(ofMood.map(({ id }) => id)).toEqual(expect.arrayContaining(shown.map((href) => href.split('/').pop())));
  await db`delete from category_ratings where id = (select id from categories where slug = 'dusk')`;
  await db`update categories set play_count = 0 where kind = 'mood' and slug = 'dusk'`;
});

test('GM-01 only curated media stand in a playlist, unless the address asks for all', async ({ page }) => {
  const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' and slug = 'latin'`;
  const id = await insertMedia(db, {
    musicianId: catalogue.musicians[0]?.id ?? '',
    title: 'Nobody scored this',
    genreId: genre?.id ?? null,
  });
  await page.goto('/genres/latin');
  await expect(cards(page, 'Latin').first()).toBeVisible();
  await expect(page.getByText('Nobody scored this')).toHaveCount(0);
  await page.goto('/genres/latin?curated=false');
  await expect(page.getByText('Nobody scored this')).toBeVisible();
  await db`delete from media where id = ${id}`;
});

test('RT-51 RT-52 RT-53 a musician’s page by name and by id, its kinds, and a media on it', async ({ page }) => {
  const musician = catalogue.musicians[0];
  if (!musician) throw new Error('The catalogue has no musicians.');
  const name = `Media of ${musician.displayName}`;
  for (const address of [musician.username, musician.id]) {
    await page.goto(`/${address}`);
    const heading = { level: 1, name: `${musician.displayName}, Master Chef`, exact: true };
    await expect(page.getByRole('heading', heading)).toBeVisible();
    await expect(cards(page, name).first()).toBeVisible();
  }
  const count = async (type: string) => {
    const [row] = await db<{ n: number }[]>`
      select count(*)::int as n from media where musician_id = ${musician.id} and type = ${type} and published`;
    return row?.n ?? 0;
  };
  const [songs, videos] = [await count('song'), await count('video')];
  expect(Math.min(songs, videos)).toBeGreaterThan(0);
  await expect(cards(page, name)).toHaveCount(songs + videos);
  await page.getByRole('navigation', { name: 'Kinds of media' }).getByRole('link', { name: 'Videos' }).click();
  await expect(page).toHaveURL(`/${musician.id}/videos`);
  await expect(cards(page, name)).toHaveCount(videos);
  await expect(cards(page, name).filter({ hasText: 'Video' })).toHaveCount(videos);
  await page.goto(`/${musician.username}/songs`);
  await expect(cards(page, name)).toHaveCount(songs);
  await expect(cards(page, name).filter({ hasText: 'Video' })).toHaveCount(0);
  // A media by its kind, and without it.
  for (const type of ['song', 'video']) {
    const [media] = await db<{ id: string; title: string }[]>`
      select id, title from media where musician_id = ${musician.id} and type = ${type} and published limit 1`;
    await page.goto(`/${musician.username}/${type}s/${media?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(media?.title ?? 'None');
  }
  await page.goto(`/${musician.username}/${catalogue.pinned}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cast Iron Lullaby');
});

test('RT-54 who is not there leads to the recommendations', async ({ page }) => {
  for (const path of ['/unknownname123', `/unknownname123/${newId()}`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/browse(\?seed=\d+)?$/);
  }
});

test('GD-03 while a list is on its way, twenty shapes hold its place', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/browse/media*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/browse');
  const shapes = page.getByRole('main').locator('[aria-busy=true] .aspect-square.skeleton');
  await expect(shapes).toHaveCount(20);
  release();
  await expect(shapes).toHaveCount(0);
});

test('nothing on these screens is in the way of anybody', async ({ page }) => {
  const musician = catalogue.musicians[0]?.username ?? '';
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/', '/genres', '/genres/soul', '/browse', '/well-done', `/${musician}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('article').or(page.getByRole('listitem')).first()).toBeVisible();
      await expectAccessibleNow(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});
