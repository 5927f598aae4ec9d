import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, asAdministrator, beVisitor, enter, freshPage, musician, setUser, signUp } from './people.ts';
import { dragOnto, drop, pickUp } from './sorting.ts';

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

/** Rows of a list of somebody's profile, as its owner would have written them. */
async function insertRows(userId: string, table: string, rows: object[]): Promise<void> {
  for (const [position, row] of rows.entries())
    await db`insert into ${db(table)} ${db({ id: newId(), user_id: userId, position, ...row } as Record<string, unknown>)}`;
}

/** A musician of whom there is everything to know. */
async function known(page: Page): Promise<string> {
  const id = await musician(page);
  await db`
    update users set title = 'Singer', bio = ${'Sings. '.repeat(20).trim()}, city = 'Memphis', state = 'TN', experience = 7,
      hourly_rate_cents = 7500, self_taught = true where id = ${id}`;
  await insertRows(id, 'donation_methods', [{ app_name: 'Venmo', username: '@x' }]);
  await insertRows(id, 'contact_methods', [
    { title: 'Bookings', info: 'https://bookings.example.org/' },
    { title: 'Telephone', info: '(901) 555-0117' },
  ]);
  await insertRows(id, 'schools', [
    { name: 'Juilliard', field: 'Voice', degree: "Bachelor's", start_date: '2010-09-01', end_date: '2014-06-01' },
  ]);
  await insertRows(id, 'professions', [
    { company: 'Beale Street Studio', title: 'Session singer', start_date: '2015-01-01', end_date: '2019-12-31' },
  ]);
  await insertRows(id, 'albums', [
    { title: 'Tomorrow’s Kettle', release_date: day(2) },
    { title: 'Yesterday’s Kettle', release_date: day(-2) },
    { title: 'Old Kettle', release_date: '2001-02-28', image_version: 7 },
  ]);
  await insertRows(id, 'bands', [
    { name: 'The Rinds', start_date: '2018-05-01', current_member: true, notes: 'Second voice.' },
    { name: 'The Peels', start_date: '2015-05-01', end_date: '2017-05-01' },
  ]);
  return id;
}

async function addShow(page: Page, show: object): Promise<void> {
  const data = { time: '20:00', timeZone: 'America/Chicago', ...show };
  const answer = await page.request.post('/api/performances/', { headers: HEADERS, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.describe('a profile', () => {
  test('PE-26 PR-03 PR-05 PR-06 PR-17 says what a musician costs, how long they have played, where they are', async ({
    page,
  }) => {
    const id = await known(page);
    await beVisitor(page);
    await page.goto(`/${id}`);
    const box = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    await expect(box('Hourly Rate').getByRole('definition')).toHaveText('$75.00');
    await expect(box('Experience').getByRole('definition')).toHaveText('7 years');
    await expect(box('Location').getByRole('definition')).toHaveText('Memphis, TN');
    await expect(page.getByText('Self Taught', { exact: true })).toBeVisible();
    await page.getByText('Self Taught', { exact: true }).click();
    await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('PE-26 PR-04 PR-07 PR-08 says N/A where nothing was said, and no more of long texts than fits', async ({
    page,
  }) => {
    const { id } = await signUp(page);
    const [bio, title] = ['b'.repeat(66), 't'.repeat(70)];
    await db`update users set bio = ${bio}, title = ${title} where id = ${id}`;
    await page.goto(`/${id}`);
    await expect(page.locator('dl > div').filter({ hasText: 'Hourly Rate' }).getByRole('definition')).toHaveText('N/A');
    await expect(page.getByText(bio, { exact: true })).toBeVisible();
    await expect(page.getByText('Self Taught')).toHaveCount(0);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(tab(page, 'more')).toHaveCount(0);
    await db`update users set bio = ${`${bio}c`}, title = ${`${title}u`} where id = ${id}`;
    await page.reload();
    await expect(page.getByText(`${title}…`, { exact: true })).toBeVisible();
    const shown = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: /^(more|less)$/ }) });
    await expect(shown).toHaveText(`${bio}… more`);
    await tab(page, 'more').click();
    await expect(shown).toHaveText(`${bio}c less`);
    await tab(page, 'less').click();
    await expect(shown).toHaveText(`${bio}… more`);
  });

  test('PR-10 PR-11 PR-12 PR-13 PR-15 PR-16 PR-18 PR-19 PR-20 PR-21 opens one part at a time, and each can be closed', async ({
    page,
  }) => {
    const id = await known(page);
    await beVisitor(page);
    await page.goto(`/${id}`);
    for (const [name, texts] of [
      ['Donate', ['Venmo', '@x']],
      ['Contact', ['Bookings', 'https://bookings.example.org/', 'Telephone', '(901) 555-0117']],
      ['Schools', ['Juilliard', "Bachelor's · Voice", 'Sep 1, 2010 – Jun 1, 2014']],
      ['Positions', ['Session singer', 'Beale Street Studio', 'Jan 1, 2015 – Dec 31, 2019']],
      ['Albums', ['Tomorrow’s Kettle', 'Yesterday’s Kettle']],
      ['Bands', ['The Rinds', 'May 1, 2018 – present', 'Second voice.', 'The Peels', 'May 1, 2015 – May 1, 2017']],
    ] as const) {
      await tab(page, name).click();
      for (const text of texts) await expect(panel(page, name)).toContainText(text);
      // The one before is closed.
      await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(1);
    }
    await expect(panel(page, 'Donate')).toHaveCount(0);
    await expectAccessible(page);
    await tab(page, 'Albums').click();
    const albums = panel(page, 'Albums').getByRole('listitem');
    await expect(albums.filter({ hasText: 'Tomorrow' })).toContainText('Upcoming');
    await expect(albums.filter({ hasText: 'Yesterday' })).not.toContainText('Upcoming');
    await expect(albums.first().locator('img')).toHaveAttribute('src', /^data:image\/svg/);
    await expect(albums.last()).toHaveText('Old KettleFeb 28, 2001');
    await expect(albums.last().locator('img')).toHaveAttribute('src', /^\/images\/album\/[0-9a-f-]+\/7\/700\.jpg$/);
    // Nor is a date torn apart where both do not fit in one line.
    await page.setViewportSize({ width: 360, height: 844 });
    const linesOf = (label: Element) => {
      const range = document.createRange();
      range.selectNode(label.previousSibling!);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    expect(await albums.getByText('Upcoming', { exact: true }).evaluate(linesOf)).toBe(1);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Close Albums' }).click();
    await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(0);
    await expect(tab(page, 'Albums')).toBeFocused();
    await tab(page, 'Contact').click();
    await tab(page, 'Contact').click();
    await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(0);
  });

  test('PR-14 PR-29 PR-30 J-09 counts the shows to come, and tells all of each', async ({ page }) => {
    const id = await musician(page);
    const notes = 'Doors at seven.';
    const ticketLink = 'https://tickets.example.org/kettle';
    await addShow(page, { name: 'Kettle Night', date: day(3), cost: 5, notes, ticketLink });
    await addShow(page, { name: 'Second Night', date: day(4) });
    await addShow(page, { name: 'Long ago', date: day(-3) });
    await beVisitor(page);
    await page.goto(`/${id}`);
    await expect(tab(page, /^Upcoming Shows/)).toHaveText('Upcoming Shows2');
    await tab(page, /^Upcoming Shows/).click();
    const shows = panel(page, 'Upcoming Shows').getByRole('listitem');
    const link = (name: string) => panel(page, 'Upcoming Shows').getByRole('link', { name });
    // Calendar programs subscribe to what has this scheme; over https it would be one file, once.
    const calendar = await link('Subscribe to these shows in your calendar').getAttribute('href');
    expect(calendar).toMatch(new RegExp(`^webcal://${new URL(page.url()).host}/`));
    expect(calendar?.endsWith((await link('download them').getAttribute('href')) ?? 'nothing')).toBe(true);
    await expect(shows).toHaveCount(2);
    const first = shows.first();
    const [year, month, date] = day(3).split('-').map(Number) as [number, number, number];
    const words = new Date(Date.UTC(year, month - 1, date)).toLocaleDateString('en-US', {
      dateStyle: 'full',
      timeZone: 'UTC',
    });
    for (const text of ['Kettle Night', `${words} at 8:00 PM`, 'Admission $5.00', notes])
      await expect(first).toContainText(text);
    await expect(first.getByRole('link', { name: 'Tickets' })).toHaveAttribute('href', ticketLink);
    await expectAccessible(page);
  });

  test('PR-09 leads its owner by the hand as long as it says nothing, and nobody else', async ({ page, browser }) => {
    const { id } = await signUp(page);
    await page.goto(`/${id}`);
    const start = page.getByRole('link', { name: "Let's get started", exact: true });
    const visitor = await freshPage(browser);
    await visitor.goto(`/${id}`);
    await expect(visitor.getByText('No songs or videos here yet.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: "Let's get started" })).toHaveCount(0);
    await visitor.context().close();
    await expectAccessible(page);
    await start.click();
    await expect(page).toHaveURL('/account/profile');
  });

  test('PR-22 PR-23 without media says so; its owner has a place for the first one', async ({ page }) => {
    const { id } = await signUp(page);
    await page.goto(`/${id}`);
    await expect(page.getByText('No songs or videos here yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Upload media' }).click();
    await expect(page).toHaveURL('/upload');
    await beVisitor(page);
    await page.goto(`/${id}`);
    await expect(page.getByText('No songs or videos here yet.')).toBeVisible();
    await expect(page.getByRole('list', { name: /^Media of/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Upload media' })).toHaveCount(0);
  });

  test('PR-25 PR-26 PR-27 shows its ratings; what is hidden, under review or chopped, to its owner', async ({
    page,
  }) => {
    const id = await musician(page);
    const rated = await insertMedia(db, { musicianId: id, title: 'Five' });
    const other = await insertMedia(db, { musicianId: id, title: 'Three' });
    await db`update media set rating_sum = 5, rating_count = 1 where id = ${rated}`;
    await db`update media set rating_sum = 3, rating_count = 1 where id = ${other}`;
    await insertMedia(db, { musicianId: id, title: 'Hidden', published: false });
    await insertMedia(db, { musicianId: id, title: 'Waiting', allowCuration: true });
    await insertMedia(db, { musicianId: id, title: 'Burnt', scores: [40, 40, 40] });
    await page.goto(`/${id}`);
    const card = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    await expect(page.getByText('Average rating: 4.0 of 5 stars')).toBeAttached();
    await expect(card('Hidden')).toContainText('Un-Published');
    await expect(card('Waiting')).toContainText('Under review');
    await expect(card('Burnt')).toContainText('Chopped');
    await expectAccessible(page);
    await beVisitor(page);
    await page.goto(`/${id}`);
    await expect(cards(page)).toHaveCount(4);
    await expect(card('Hidden')).toHaveCount(0);
    for (const label of ['Un-Published', 'Under review', 'Chopped']) await expect(page.getByText(label)).toHaveCount(0);
    await expect(card('Burnt')).not.toContainText(/40|%/);
    await expect(page.getByText('Average rating: 4.0 of 5 stars')).toBeAttached();
  });

  test('PR-28 counts the visits of others, not its owner’s', async ({ page, browser }) => {
    const id = await musician(page);
    const visited = async () => {
      const rows = await db<{ n: number }[]>`
        select (select view_count from users where id = ${id})::int
          + (select count(*)::int from stat_events where title = 'view-zone' and musician_id = ${id}) as n`;
      return rows[0]?.n;
    };
    const own = page.waitForEvent(
      'requestfinished',
      (request) => request.url().endsWith('/api/users/me') || request.url().includes(id),
    );
    await page.goto(`/${id}`);
    await own;
    await expect(page.getByRole('link', { name: 'Upload media' })).toBeVisible();
    const visitor = await freshPage(browser);
    const counted = visitor.waitForResponse((answer) => answer.url().endsWith('/api/stats'));
    await visitor.goto(`/${id}`);
    expect(await (await counted).json()).toEqual({ accepted: true });
    await expect.poll(visited).toBe(1);
    const listener = await freshPage(browser);
    await signUp(listener);
    const again = listener.waitForResponse((answer) => answer.url().endsWith('/api/stats'));
    await listener.goto(`/${id}`);
    expect(await (await again).json()).toEqual({ accepted: true });
    await expect.poll(visited).toBe(2);
    for (const other of [visitor, listener]) await other.context().close();
  });
});

test.describe('the order of a profile', () => {
  const filled = async (page: Page, plan: string): Promise<string> => {
    const id = await musician(page, plan);
    for (const title of ['Three', 'Two', 'One']) await insertMedia(db, { musicianId: id, title });
    return id;
  };
  const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/media/positions/'));
  const shown = async (page: Page) => (await titles(page).allTextContents()).map((text) => text.trim());

  test('PR-23 PR-24 GD-05 is changed with the mouse and with the keyboard, stays, and is everybody’s', async ({
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
    await expectAccessible(page);
  });

  test('is changed with a finger on a phone, whose page stays where it is meanwhile', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const id = await filled(page, 'flaming-hot');
    await page.goto(`/${id}`);
    const handle = page.getByRole('button', { name: 'Move One' });
    await expect(handle).toBeVisible();
    // The card above the list comes by itself, and moves what is below it.
    await expect(page.getByRole('heading', { name: 'Your first steps' })).toBeVisible();
    // Away from the window's edges, where a drag scrolls the page on purpose.
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

  test('PS-21 without the perk there is a way to it instead', async ({ page }) => {
    const id = await filled(page, 'spicy');
    const [media] = await db<{ id: string }[]>`select id from media where musician_id = ${id} limit 1`;
    const data = { id, positions: [{ id: media?.id, position: 1 }] };
    expect((await page.request.put('/api/media/positions', { headers: HEADERS, data })).status()).toBe(403);
    await page.goto(`/${id}`);
    await expect(page.getByRole('button', { name: 'Actions for One' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
    await page.getByRole('link', { name: 'Upgrade to rearrange your music' }).click();
    await expect(page).toHaveURL('/account/subscription');
  });

  test('PR-31 administrators have all of its owner’s tools', async ({ page }) => {
    const id = await filled(page, 'spicy');
    await beVisitor(page);
    await asAdministrator(page);
    await page.goto(`/${id}`);
    await expect(page.getByRole('button', { name: 'Move One' })).toBeVisible();
    const open = () => page.getByRole('button', { name: 'Actions for One' }).click();
    await open();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await expect(page.getByText('Un-Published', { exact: true })).toBeVisible();
    await open();
    await page.getByRole('menuitem', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Un-Published', { exact: true })).toHaveCount(0);
    await open();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => shown(page)).toEqual(['Two', 'Three']);
    await page.getByRole('button', { name: 'Actions for Two' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page).toHaveURL(/\/account\/media\/edit\//);
  });
});

test('words that are scripts are shown as words in every part of a profile, and never run', async ({ page }) => {
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

test('the first view of a profile with 200 media needs no second round trip', async ({ page }) => {
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
  // By key: a pointer would rest on one of the cards that come, and have its page fetched.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(cards(page)).toHaveCount(40);
  expect(asked.filter((path) => path.startsWith('/api/media/'))).toEqual([`/api/media/user/${id}`]);
});

test('its link is there to be shared', async ({ page, context }) => {
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
