import { type Page, expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { HEADERS, freshPage, musician, signUp, somebody } from './people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const lines = (page: Page) => conversations(page).getByRole('listitem');
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** Writes by the call of the screen, as the page's person. */
async function write(page: Page, users: string[], text: string): Promise<string> {
  const answer = await page.request.post('/api/messages', {
    headers: HEADERS,
    data: { convo: { users }, message: { text } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { convo: { id: string } }).convo.id;
}

test('RT-46 MS-03 MS-05 MS-06 MS-07 MS-11 MS-13 MS-15 PR-01 a member writes to a musician from the profile, and is answered', async ({
  page,
  browser,
}) => {
  const star = await freshPage(browser);
  const starId = await musician(star);
  const visitor = await freshPage(browser);
  await visitor.goto(`/${starId}`);
  await expect(visitor.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Message', exact: true })).toHaveCount(0);
  await visitor.goto('/messages');
  await expect(visitor).toHaveURL(/\/login/);
  await star.goto(`/${starId}`);
  await expect(star.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(star.getByRole('link', { name: 'Message', exact: true })).toHaveCount(0);

  const person = await signUp(page, somebody('Lou', 'Hart'));
  await page.goto(`/${starId}`);
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${starId}$`));
  await expect(page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveCount(1);
  await expect(lines(page)).toHaveCount(0);
  await expectAccessible(page);
  await expect(button(page, 'Send')).toBeDisabled();
  await box(page).fill('Hello');
  // Without a recipient there is nobody to send to.
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(button(page, 'Send')).toBeDisabled();
  await button(page, 'Cancel').click();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(conversations(page)).toContainText('No Conversations');

  await page.goto(`/messages/${starId}`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/messages')) sent.push(request.url());
  });
  await box(page).fill('Your kettle');
  await box(page).press('Shift+Enter');
  await box(page).pressSequentially('sings');
  expect(sent).toEqual([]);
  await box(page).press('Enter');
  await expect(log(page).getByRole('listitem')).toContainText('Your kettle\nsings');
  await expect(page.getByRole('list', { name: 'Recipients' })).toHaveCount(0);
  await expect(lines(page)).toHaveCount(1);

  // It arrives while the other one looks.
  await star.goto('/messages');
  await expect(lines(star)).toContainText('Lou Hart');
  await expect(lines(star)).toContainText('Message request');
  await lines(star).getByRole('link').click();
  await expect(log(star)).toContainText('sings');
  await star.getByRole('textbox', { name: 'Message', exact: true }).fill('Thank you');
  await star.getByRole('textbox', { name: 'Message', exact: true }).press('Enter');
  await expect(log(page)).toContainText('Thank you');

  // Older messages come as one scrolls up to them, and the place stays where it was.
  const convo = new URL(star.url()).searchParams.get('convo');
  for (let n = 1; n <= 40; n += 1) {
    const answer = await (n % 2 ? page : star).request.post('/api/messages', {
      headers: HEADERS,
      data: { convo: { id: convo }, message: { text: `Verse ${n}` } },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await page.goto(`/messages?convo=${convo}`);
  const messages = log(page).getByRole('listitem');
  await expect(messages).toHaveCount(30);
  await expect(messages.last()).toBeInViewport();
  const top = messages.filter({ hasText: /Verse 11$/ });
  await expect(top).not.toBeInViewport();
  await top.scrollIntoViewIfNeeded();
  await expect(messages).toHaveCount(42);
  await expect(messages.first()).toContainText('Your kettle');
  await expect(top).toBeInViewport();
  // Put away, it leaves the list of the one who did that alone.
  await button(page, 'Conversation').click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(lines(page)).toHaveCount(0);
  await button(page, 'Archived').click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(star)).toHaveCount(1);
  expect(person.id).not.toBe(starId);
});

test('MS-01 MS-02 MS-04 MS-21 EM-05 conversations are found by the names of those who take part', async ({
  page,
  browser,
}) => {
  const names = [
    ['Ada', 'Byron'],
    ['Bela', 'Kun'],
    ['Cleo', 'Nile'],
    ['Dora', 'Park'],
    ['Emil', 'Stein'],
  ] as const;
  const ids: string[] = [];
  for (const [first, last] of names) ids.push((await signUp(await freshPage(browser), somebody(first, last))).id);
  await signUp(page);
  const [ada = '', bela = '', cleo = '', dora = '', emil = ''] = ids;
  await write(page, [ada], 'To one');
  await write(page, [ada, bela], 'To two');
  await write(page, [ada, bela, cleo, dora], 'To four');
  const five = await write(page, ids, 'To five');
  expect(emil).not.toBe('');
  await page.goto(`/messages?convo=${five}`);
  await expect(log(page)).toContainText('To five');
  await expect(lines(page)).toHaveCount(4);
  await expectAccessible(page);
  const columns = await conversations(page)
    .locator('[data-columns]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-columns')));
  expect(columns).toEqual(['3', '2', '2', '1']);
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('cleo');
  await expect(lines(page)).toHaveCount(2);
  await search.fill('nobody at all');
  await expect(conversations(page)).toContainText('No Conversations matching “nobody at all”');
});
