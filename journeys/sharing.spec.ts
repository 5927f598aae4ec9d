import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { button, log, pick, send } from './testkit/messaging.ts';
import { HEADERS, freshPage, musician, signUp, somebody } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Share this / });
const share = (page: Page) => dialog(page).getByRole('button', { name: 'Share', exact: true });
const unread = (page: Page, count: number) => page.getByRole('button', { name: `Messages, ${count} unread` });
const menu = (page: Page) => page.getByRole('menu', { name: 'Messages' });

test('J-18 SH-01 SH-02 SH-03 SH-05 SH-06 SH-07 SH-10 SH-11 SH-12 SH-16 ER-36 MS-17 MS-18 MS-19 MB-14 members share songs, videos and zones with other members', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const star = await freshPage(browser);
  const starId = await musician(star);
  const song = await insertMedia(db, { musicianId: starId, title: 'Kettle' });
  await insertMedia(db, { musicianId: starId, title: 'Steam', type: 'video' });
  const friend = await freshPage(browser);
  const name = `Quill${Date.now()}`;
  const { id: friendId } = await signUp(friend, somebody(name, 'Mira'));
  const second = await freshPage(browser);
  const secondName = `Reed${Date.now()}`;
  const { id: secondId } = await signUp(second, somebody(secondName, 'Noor'));
  await signUp(page, somebody('Lou', 'Hart'));
  const counted: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/stats') && request.postData()?.includes('share'))
      counted.push(request.postDataJSON());
  });

  await page.goto(`/${starId}/${song}`);
  await page.getByRole('main').getByRole('button', { name: 'Share Kettle' }).first().click();
  await expect(dialog(page).getByRole('article')).toContainText('KettleJuno Reyes');
  await expect(dialog(page).getByRole('article').locator('img')).toBeVisible();
  const link = new URL(`/${starId}/${song}`, page.url()).href;
  await expect(dialog(page).getByLabel('Link')).toHaveValue(link);
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Link copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(dialog(page).getByLabel('Message (optional)')).toHaveValue('Checkout this song');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/messages')) sent.push(request.postDataJSON());
  });
  await share(page).click();
  await expect(dialog(page).getByText('Please select a user', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  // Share with two members at once: each gets the song in a separate conversation.
  await pick(page, name);
  await pick(page, secondName);
  await share(page).click();
  await expect(page.getByText(`Shared with ${name} Mira, ${secondName} Noor`)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  const message = { text: 'Checkout this song', media: song };
  expect(sent).toEqual([friendId, secondId].map((id) => ({ convo: { users: [id] }, message })));
  await expect.poll(() => counted).toEqual([{ statTitle: 'share-media', musician: starId, media: song }]);

  // Each of them has an unread message with the song as a card.
  await second.goto('/messages');
  await second.getByRole('region', { name: 'Conversations' }).getByRole('listitem').getByRole('link').click();
  await expect(second.getByRole('log', { name: 'Messages' }).getByRole('article', { name: 'Kettle' })).toContainText(
    'Juno Reyes',
  );
  await friend.goto('/');
  await unread(friend, 1).click();
  await expect(menu(friend).locator('[data-shared=media]')).toContainText('KettleJuno Reyes');
  const entry = menu(friend).getByRole('menuitem').first();
  await expect(entry).toContainText('Lou Hart');
  await expect(entry).toContainText('Checkout this song');
  await expect(entry).toContainText(/\d{1,2}:\d\d/);
  await expect(entry.locator('[data-columns]')).toBeVisible();
  await entry.click();
  await expect(friend.getByRole('log', { name: 'Messages' })).toContainText('Kettle');
  await expect(friend.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();

  // Share a video, without a text.
  await page.goto(`/${starId}`);
  await page.getByRole('button', { name: 'Share Steam' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Message (optional)')).toHaveValue('Checkout this video');
  await dialog(page).getByLabel('Message (optional)').fill('');
  await pick(page, name);
  await share(page).click();
  await expect(friend.getByRole('log', { name: 'Messages' }).getByText('No message', { exact: true })).toBeVisible();
  await expect(friend.getByRole('region', { name: 'Conversations' })).toContainText('No message');
  await friend
    .getByRole('link', { name: /^Scoville/ })
    .first()
    .click();
  await friend.getByRole('button', { name: /^Messages/ }).click();
  await expect(menu(friend).getByRole('menuitem').first()).toContainText('No message');

  // Share a zone.
  await page.goto(`/${starId}`);
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog(page).getByRole('article')).toContainText('Juno Reyes');
  await pick(page, name);
  await share(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => counted.at(-1)).toEqual({ statTitle: 'share-zone', musician: starId });
  // One share counts once, no matter how many members it goes to.
  await expect
    .poll(async () => (await db`select share_count from media where id = ${song}`)[0]?.['share_count'])
    .toBe(1);
});

test('J-18 MS-18 shared songs and zones play in the conversation and in the messages menu', async ({
  page,
  browser,
}) => {
  const { owner, other } = await listening();
  await db`update users set city = 'Austin', state = 'TX' where id = ${owner}`;
  const friend = await freshPage(browser);
  await signUp(friend, somebody('Lou', 'Hart'));
  const me = await signUp(page, somebody('Mira', 'Quill'));
  const quiet = await signUp(await freshPage(browser), somebody('Nora', 'Still'));
  await send(friend, { users: [me.id] }, { text: 'Checkout this profile', zone: quiet.id });
  await send(friend, { users: [me.id] }, { text: 'Checkout this profile', zone: owner });
  const convo = await send(friend, { users: [me.id] }, { text: 'Checkout this song', media: other });
  const bar = page.getByRole('region', { name: 'Player' });
  const sounding = (yes: boolean) =>
    expect
      .poll(() =>
        page.evaluate(() => {
          const element = document.querySelector('video');
          return element !== null && !element.paused && element.currentTime > 0.1;
        }),
      )
      .toBe(yes);

  await page.goto(`/messages?convo=${convo}`);
  const song = log(page).getByRole('article', { name: 'Slow Table' });
  const zone = log(page).getByRole('article', { name: 'Juno Reyes' });
  await expect(zone).toContainText('Austin, TX');
  await expect(zone.getByRole('link')).toHaveAttribute('href', new RegExp(`/${owner}$`));
  // The card of a zone without songs has no button.
  await expect(log(page).getByRole('article', { name: 'Nora Still' }).getByRole('button')).toHaveCount(0);
  await zone.getByRole('button', { name: 'Play Juno Reyes' }).click();
  await sounding(true);
  await expect(bar).toContainText('Juno Reyes');
  // The public songs of the zone play one after the other.
  await bar.getByRole('button', { name: 'Next', exact: true }).click();
  await sounding(true);
  await zone.getByRole('button', { name: 'Pause Juno Reyes' }).click();
  await sounding(false);
  await song.getByRole('button', { name: 'Play Slow Table' }).click();
  await sounding(true);
  await expect(bar).toContainText('Slow Table');
  await song.getByRole('button', { name: 'Pause Slow Table' }).click();
  await sounding(false);

  // The menu has the shared items, too: first the song, later the zone.
  await page.goto('/browse');
  await button(page, 'Messages').click();
  await expect(menu(page).locator('[data-shared=media]')).toContainText('Slow TableJuno Reyes');
  await menu(page).getByRole('menuitem', { name: 'Play Slow Table' }).click();
  await sounding(true);
  await expect(bar).toContainText('Slow Table');
  await send(friend, { id: convo }, { text: 'And the rest', zone: owner });
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await sounding(false);
  await unread(page, 1).click();
  await expect(menu(page).locator('[data-shared=zone]')).toContainText('Juno ReyesAustin, TX');
  // The keyboard works as well.
  await menu(page).getByRole('menuitem').first().press('ArrowDown');
  await expect(menu(page).getByRole('menuitem', { name: 'Play Juno Reyes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sounding(true);
});

test('J-18 SH-08 SH-09 SH-15 visitors can share by link, on other networks, as a QR code, and as embed code', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const star = await freshPage(browser);
  const starId = await musician(star);
  const song = await insertMedia(db, { musicianId: starId, title: 'Kettle & "Lid"' });
  await page.goto(`/${starId}/${song}`);
  await page.getByRole('main').getByRole('button', { name: 'Share Kettle' }).first().click();
  const link = new URL(`/${starId}/${song}`, page.url()).href;
  await expect(share(page)).toHaveCount(0);
  await expect(dialog(page).getByLabel('To:')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Link copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const login = dialog(page).getByRole('link', { name: 'Login to share within Scoville', exact: true });
  await expect(login).toHaveAttribute('href', '/login');
  await expect(dialog(page).getByRole('link', { name: 'Share on Facebook' })).toHaveAttribute(
    'href',
    `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  );
  await expect(dialog(page).getByRole('link', { name: 'Share on Twitter' })).toHaveAttribute(
    'href',
    `https://twitter.com/intent/tweet?${new URLSearchParams({ text: 'Checkout this song', url: link })}`,
  );
  const settings = await (await page.request.get('/api/settings')).json();
  expect(settings).toMatchObject({ share: { defaultText: 'Checkout this {mediaType}' } });
  await dialog(page).getByRole('button', { name: 'QR code' }).click();
  await expect(dialog(page).getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Embed' }).click();
  const code = await dialog(page).getByLabel('Code for other sites').inputValue();
  expect(code).toContain(`src="${new URL(`/embed/media/${song}`, page.url()).href}" width="480" height="152"`);
  expect(code).toContain('title="Kettle &#38; &#34;Lid&#34;"');
  await login.click();
  await expect(page).toHaveURL(/\/login$/);
});

test('PL-11 the player shares its current song, optionally from the current second on', async ({ page }) => {
  const { owner, other } = await listening();
  await page.goto(`/${owner}/${other}?t=12`);
  await page.getByRole('main').getByRole('button', { name: 'Play from 0:12', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByText(/^0:1[2-9]$/)).toBeVisible();
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await bar.getByRole('button', { name: /^Share / }).click();
  const link = new URL(`/${owner}/${other}`, page.url()).href;
  await expect(dialog(page).getByLabel('Link')).toHaveValue(link);
  await dialog(page)
    .getByLabel(/^Start at 0:1/)
    .check();
  await expect(dialog(page).getByLabel('Link')).toHaveValue(new RegExp(`^${link}\\?t=1\\d$`));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await bar.getByRole('button', { name: 'Expand the player' }).click();
  await page
    .getByRole('dialog', { name: /^Player/ })
    .getByRole('button', { name: /^Share / })
    .click();
  await expect(dialog(page).getByLabel('Link')).toHaveValue(link);
});

test('MS-16 MS-20 MS-23 SH-04 EM-08 MB-10 the navbar shows how many conversations are unread, and its menu the newest four', async ({
  page,
  browser,
}) => {
  const asked: string[] = [];
  const visitor = await freshPage(browser);
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.goto('/');
  await expect(visitor.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Messages/ })).toHaveCount(0);

  const people: Page[] = [];
  for (const first of ['Ada', 'Bela', 'Cleo', 'Dora', 'Emil', 'Fay']) {
    const other = await freshPage(browser);
    await signUp(other, somebody(first, 'Post'));
    people.push(other);
  }
  const me = await signUp(page, somebody('Lou', 'Hart'));
  // Without live events, only the regular check finds new messages.
  await page.route('**/api/events', (route) => route.abort());
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/convos/unread')) checks += 1;
  });
  await page.clock.install();
  await page.goto('/account/overview');
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await expect(menu(page).getByText('You have no messages.', { exact: true })).toBeVisible();
  expect(checks).toBe(1);
  await page.keyboard.press('Escape');
  for (const [n, other] of people.entries()) {
    const answer = await other.request.post('/api/messages', {
      headers: HEADERS,
      data: { convo: { users: [me.id] }, message: { text: `Letter ${n + 1}` } },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  // From here on, the page's clock advances only by `runFor`. Every fifteen seconds cause one check.
  await page.clock.pauseAt(Date.now() + 60_000);
  // The page needs a moment of its own clock to process the response.
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await unread(page, 6).isVisible()).toBe(true);
  }).toPass();
  const before = checks;
  for (let n = 1; n <= 10; n += 1) {
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/convos/unread'));
    await page.clock.runFor(15_000);
    await answered;
    expect(checks).toBe(before + n);
  }
  await page.clock.resume();
  await unread(page, 6).click();
  const entries = menu(page).getByRole('menuitem').filter({ hasText: 'Letter' });
  await expect(entries).toHaveCount(4);
  for (const [n, letter] of [6, 5, 4, 3].entries()) await expect(entries.nth(n)).toContainText(`Letter ${letter}`);
  expect(asked).not.toContain('/api/convos/unread');

  // People are searched for once typing has paused for 300 ms.
  await menu(page).getByRole('menuitem', { name: 'New message' }).click();
  await expect(page).toHaveURL(/\/messages\?convo=new$/);
  const looked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/users') looked.push(url.searchParams.get('q') ?? '');
  });
  await expect(page.getByLabel('To:')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel('To:').pressSequentially('fay p');
  await page.clock.runFor(250);
  expect(looked).toEqual([]);
  const answered = page.waitForResponse((response) => response.url().includes('/api/users?'));
  await page.clock.runFor(50);
  await answered;
  expect(looked).toEqual(['fay p']);

  // The account's menu leads to the messages, too.
  await page.clock.resume();
  await page.goto('/browse');
  for (const [entry, path] of [
    ['Account Overview', '/account/overview'],
    ['Messages', '/messages'],
    ['Edit Profile', '/account/profile'],
  ] as const) {
    await page.getByRole('button', { name: 'Account of Lou Hart' }).click();
    await page.getByRole('menu', { name: 'Account' }).getByRole('menuitem', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});
