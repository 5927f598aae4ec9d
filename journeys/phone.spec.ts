import { expect, test } from '@playwright/test';
import { expectNoSideways } from './accessible.ts';
import { fillCatalogue, openDatabase } from './catalogue.ts';
import { asListenedTo, listening } from './listening.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, hasTouch: true });

test('MB-06 J-25 on a phone the menu leads everywhere, and no screen scrolls sideways', async ({ page }) => {
  const db = openDatabase();
  const { musicians, pinned } = await fillCatalogue(db, 8);
  await db.end();
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

test('J-25 on a phone the bar plays, and opens the display by a tap', async ({ page }) => {
  const {
    owner,
    songs: [id],
  } = await listening(page);
  await asListenedTo(page);
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
