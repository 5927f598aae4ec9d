import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { HEADERS, beVisitor, enter, freshPage, musician, setUser, signUp } from './testkit/people.ts';
import { dragOnto, drop, pickUp } from './testkit/sorting.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const day = (days: number): string => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
const tab = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page) => page.getByRole('list', { name: /^Media of/ }).getByRole('article');
const titles = (page: Page) =>
  cards(page)
    .getByRole('paragraph')
    .filter({ has: page.getByRole('link') });

async function addShow(page: Page, show: object): Promise<void> {
  const data = { time: '20:00', timeZone: 'America/Chicago', ...show };
  const answer = await page.request.post('/api/performances/', { headers: HEADERS, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.describe('the order of a profile', () => {
  const filled = async (page: Page, plan: string): Promise<string> => {
    const id = await musician(page, plan);
    for (const title of ['Three', 'Two', 'One']) await insertMedia(db, { musicianId: id, title });
    return id;
  };
  const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/media/positions/'));
  const shown = async (page: Page) => (await titles(page).allTextContents()).map((text) => text.trim());

  test('PR-23 PR-24 GD-05 is changed with the mouse and the keyboard, is kept, and is the same for all visitors', async ({
    page,
    browser,
  }) => {
    const id = await filled(page, 'flaming-hot');
    await page.goto(`/${id}`);
    await expect.poll(() => shown(page)).toEqual(['One', 'Two', 'Three']);
    const move = (title: string) => page.getByRole('button', { name: `Move ${title}` });
    const said = (text: string) => page.getByRole('status').filter({ hasText: text });
    await dragOnto(move('One'), move('Three'), said('One is in position 3 of 3.'));
    const first = saved(page);
    await drop(page);
    expect((await first).status()).toBe(200);
    await expect.poll(() => shown(page)).toEqual(['Two', 'Three', 'One']);

    await expect(said('One was moved to position 3 of 3.')).toBeAttached();
    await pickUp(move('One'), said('One is in position 3 of 3.'));
    await page.keyboard.press('ArrowLeft');
    await expect(said('One is in position 2 of 3.')).toBeAttached();
    const second = saved(page);
    await page.keyboard.press('Space');
    expect((await second).status()).toBe(200);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(['Two', 'One', 'Three']);
    const visitor = await freshPage(browser);
    await visitor.goto(`/${id}`);
    await expect.poll(() => shown(visitor)).toEqual(['Two', 'One', 'Three']);
    await expect(visitor.getByRole('button', { name: /^Move / })).toHaveCount(0);
    await signUp(visitor);
    await visitor.reload();
    await expect(visitor.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect.poll(() => shown(visitor)).toEqual(['Two', 'One', 'Three']);
    await expect(visitor.getByRole('button', { name: /^Move / })).toHaveCount(0);
    await expect(visitor.getByRole('link', { name: 'Upload media' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Upload media' })).toBeVisible();
    await visitor.context().close();
  });

  test('is changed with a finger on a phone, without scrolling the page', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const id = await filled(page, 'flaming-hot');
    await page.goto(`/${id}`);
    const handle = page.getByRole('button', { name: 'Move One' });
    await expect(handle).toBeVisible();
    // The card above the list loads later, and moves the list down.
    await expect(page.getByRole('heading', { name: 'Your first steps' })).toBeVisible();
    // Scroll the handle away from the window's edges, where a drag scrolls the page on purpose.
    await handle.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 220));
    const before = await page.evaluate(() => scrollY);
    const middleOf = async (title: string) => {
      const box = (await page.getByRole('button', { name: `Move ${title}` }).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await middleOf('One'), await middleOf('Two')];
    expect(to.y).toBeLessThan(600);
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const part of [0.1, 0.4, 0.7, 1, 1.05])
      await touch('touchMove', [
        { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part + 30 * part },
      ]);
    await expect(page.getByRole('status').filter({ hasText: 'One is in position 2 of 3.' })).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    const done = saved(page);
    await touch('touchEnd', []);
    expect((await done).status()).toBe(200);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(['Two', 'One', 'Three']);
    await context.close();
  });
});

test('scripts in any part of a profile are shown as text, and never run', async ({ page }) => {
  const words = [
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '"><svg/onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
  ];
  const id = await musician(page);
  const [first = ''] = words;
  const profile = { displayName: first, title: first, bio: first, address: { city: first, state: '' } };
  const period = { startDate: '2001-01-01', endDate: '2002-01-01' };
  const lists = {
    donationMethods: words.map((username) => ({ appName: 'Venmo', username })),
    contactMethods: words.map((title) => ({ title, info: 'https://a.example/' })),
    schools: words.map((text) => ({ name: text, field: text, loc: text, ...period })),
    professions: words.map((text) => ({ company: text, title: text, ...period })),
    albums: words.map((text) => ({ title: text, releaseDate: '2001-01-01', credits: text })),
    bands: words.map((text) => ({ name: text, notes: text, ...period })),
  };
  const kept = await page.request.put(`/api/users/${id}`, { headers: HEADERS, data: { ...profile, ...lists } });
  expect(kept.status(), await kept.text()).toBe(200);
  for (const name of words) await addShow(page, { name, venue: name, notes: name, date: day(3) });
  for (const title of words) await insertMedia(db, { musicianId: id, title });
  await beVisitor(page);
  let ran = 0;
  page.on('dialog', (dialog) => {
    ran += 1;
    void dialog.dismiss();
  });
  await page.goto(`/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
  await expect.poll(async () => (await titles(page).allTextContents()).toSorted()).toEqual(words.toSorted());
  for (const name of ['Contact', 'Upcoming Shows', 'Schools', 'Positions', 'Albums', 'Bands']) {
    await tab(page, new RegExp(`^${name}`)).click();
    const names = panel(page, name).getByRole('heading', { level: 3 });
    await expect(names).toHaveCount(words.length);
    expect((await names.allTextContents()).toSorted()).toEqual(words.toSorted());
  }
  await tab(page, 'Donate').click();
  for (const text of words) await expect(panel(page, 'Donate').getByText(text, { exact: true })).toBeVisible();
  await expect(page.locator('img[src=x], svg[onload]')).toHaveCount(0);
  expect(ran).toBe(0);
});

test('the first view of a profile with 200 songs needs no second round trip', async ({ page }) => {
  const id = await musician(page);
  for (let n = 1; n <= 200; n += 1) await insertMedia(db, { musicianId: id, title: `Serving ${n}` });
  await beVisitor(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && !request.url().endsWith('/api/stats'))
      asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`/${id}`);
  await expect(cards(page)).toHaveCount(20);
  expect(asked).toEqual([]);
  // Use the keyboard, because a mouse pointer would rest on one of the new cards and prefetch that card's page.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(cards(page)).toHaveCount(40);
  expect(asked.filter((path) => path.startsWith('/api/media/'))).toEqual([`/api/media/user/${id}`]);
});

test('the link of a profile can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await signUp(page);
  await setUser(person.id, { plan: 'mild' });
  await enter(page, person);
  await page.goto(`/${person.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Link copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/${person.id}`, page.url()).href);
});
