import { type Page, expect, test } from './testkit/test.ts';
import { expectNoSideways } from './testkit/accessible.ts';
import { listening } from './testkit/listening.ts';
import { prepared } from './testkit/prepared.ts';
import { musician, signUp } from './testkit/people.ts';
import { moveFinger } from './testkit/touching.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, hasTouch: true });

test('MB-06 J-25 on a phone, the menu leads to every section, and no screen scrolls sideways', async ({ page }) => {
  const { musicians, pinned } = prepared().catalogue;
  await page.goto('/');
  for (const [entry, path] of [
    ['Genres', '/genres'],
    ['Moods', '/moods'],
    ['Favorites', '/favorites'],
    ['Sign in', '/login'],
    ['Create Account', '/signup'],
    ['Help', '/help/faq'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('menuitem', { name: entry }).tap();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expectNoSideways(page);
  }
  const name = musicians[0]?.username ?? '';
  for (const path of [
    '/',
    '/genres/soul',
    '/moods/dusk',
    '/browse',
    '/perfectly-seasoned',
    '/well-done',
    '/help/about',
    '/help/contact',
    '/help/terms',
    '/help/privacy',
    `/${name}`,
    `/${name}/${pinned}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideways(page);
  }
});

test('MB-06 on a phone, a member’s menu has the entries that do not fit into the navbar', async ({ page }) => {
  const { firstName } = await signUp(page);
  await page.goto('/');
  for (const [entry, path, heading] of [
    ['Genres', '/genres', 'Genres'],
    ['Moods', '/moods', 'Moods'],
    ['Favorites', '/favorites', 'Your Favorite Media'],
    ['Stats', '/account/overview', 'Statistics'],
    ['Upgrade', '/account/subscription', 'Subscription'],
  ] as const) {
    await page.getByRole('button', { name: `Account of ${firstName}` }).tap();
    await page.getByRole('menuitem', { name: entry, exact: true }).tap();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true })).toBeInViewport();
    await expectNoSideways(page);
  }
});

test('J-25 on a phone, the player bar plays, and a tap on it expands the player', async ({ page }) => {
  const {
    owner,
    songs: [id],
  } = await listening(await musician(page));
  for (const path of ['/upload', '/account/media', `/account/media/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideways(page);
  }

  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  const box = await bar.getByRole('button', { name: 'Pause', exact: true }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  await expectNoSideways(page);
  await bar.getByRole('button', { name: 'Pause', exact: true }).tap();
  await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await bar.getByRole('button', { name: /^Open .* in the player$/ }).tap();
  await expect(page.getByRole('dialog', { name: /^Player/ })).toBeVisible();
  await expectNoSideways(page);
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });

test('J-25 PL-13 a finger scrolls the expanded player and dialogs over it, seeks on the waveform, and closes the player only from its top', async ({
  page,
}) => {
  const {
    owner,
    songs: [id],
  } = await listening();
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).tap();
  // Swipe up from the bar.
  await moveFinger(page, [150, 810], [150, 600]);
  await expect(display(page)).toBeVisible();
  const scrolled = () => display(page).evaluate(({ scrollTop }) => scrollTop);
  const waveform = display(page).getByRole('slider', { name: 'Seek' });
  const position = async () => Number(await waveform.getAttribute('aria-valuenow'));
  const wave = await waveform.boundingBox();
  const [middle, x] = [(wave?.y ?? 0) + (wave?.height ?? 0) / 2, wave?.x ?? 0];

  /** Moves a finger, and waits for the end of the scroll, which may be after the finger is lifted. */
  const scroll = async (...way: [from: [number, number], to: [number, number]]) => {
    await display(page).evaluate((element) => {
      delete element.dataset['scrolled'];
      element.addEventListener('scrollend', () => (element.dataset['scrolled'] = 'yes'), { once: true });
    });
    await moveFinger(page, ...way);
    await expect(display(page)).toHaveAttribute('data-scrolled', 'yes');
  };

  // Scroll down once the content is tall enough, and then partly back up.
  const room = () => display(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(room).toBeGreaterThan(500);
  await scroll([195, 600], [195, 200]);
  const deep = await scrolled();
  expect(deep).toBeGreaterThan(200);
  await scroll([195, 200], [195, 300]);
  expect(await scrolled()).toBeLessThan(deep);
  await expect(display(page)).toBeVisible();

  // On the waveform, vertical movement scrolls, and horizontal movement seeks.
  const before = await position();
  const between = await scrolled();
  await scroll([x + 300, middle], [x + 302, middle + 60]);
  expect(await scrolled()).toBeLessThan(between);
  expect(await position()).toBe(before);
  await moveFinger(page, [x + 40, middle], [x + 240, middle + 10]);
  await expect.poll(position).toBeGreaterThan(30);
  expect(await position()).toBeLessThan(50);
  await page.touchscreen.tap(x + 100, middle);
  await expect.poll(position).toBeLessThan(25);
  await expect(display(page)).toBeVisible();

  // First swipe in a dialog over the player, which keeps the player open; then at the player's top, which closes it.
  await display(page).evaluate((element) => element.scrollTo(0, 0));
  await display(page).getByRole('button', { name: 'Playback settings' }).tap();
  const settings = page.getByRole('dialog', { name: 'Playback settings' });
  await expect(settings).toBeVisible();
  await moveFinger(page, [195, 300], [195, 500]);
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await expect(display(page)).toBeVisible();
  await moveFinger(page, [195, 300], [195, 500]);
  await expect(display(page)).toHaveCount(0);

  // On a wider screen, the bar has the settings button, too.
  await page.setViewportSize({ width: 820, height: 600 });
  await bar(page).getByRole('button', { name: 'Playback settings' }).tap();
  await expect(settings).toBeVisible();
  await moveFinger(page, [400, 500], [400, 200]);
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await expect(display(page)).toHaveCount(0);
});
