import { unreadConvos } from '@scoville/contract/community/messages/messages.ts';
import { expect, test } from './testkit/test.ts';
import {
  answer,
  badge,
  box,
  button,
  conversations,
  lines,
  log,
  newest,
  pick,
  recipients,
  write,
} from './testkit/messaging.ts';
import { freshPage, musician, signUp, somebody } from './testkit/people.ts';

test('J-17 RT-46 MS-03 MS-05 MS-06 MS-07 MS-11 MS-12 MS-13 MS-15 PR-01 a member writes to a musician from the profile, and gets an answer', async ({
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

  await signUp(page, somebody('Lou', 'Hart'));
  await page.goto(`/${starId}`);
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${starId}$`));
  await expect(recipients(page)).toHaveText(['Juno Reyes']);
  await expect(lines(page)).toHaveCount(0);
  await expect(button(page, 'Send')).toBeDisabled();
  await box(page).fill('Hello');
  // A message without a recipient can't be sent.
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(button(page, 'Send')).toBeDisabled();
  await button(page, 'Cancel').click();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(conversations(page).getByText('No Conversations', { exact: true })).toBeVisible();

  await page.goto(`/messages/${starId}`);
  await star.goto('/');
  await expect(badge(star, 0)).toBeVisible();
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
  await expect(recipients(page)).toHaveCount(0);
  await expect(lines(page)).toHaveCount(1);

  // The message arrives while its recipient is on another screen.
  await badge(star, 1).click();
  const entry = newest(star).getByRole('menuitem').first();
  await expect(entry).toContainText('Lou Hart');
  await expect(entry).toContainText('Your kettle');
  await expect(entry.locator('[data-columns="1"]')).toBeVisible();
  await entry.click();
  await expect(log(star)).toContainText('sings');
  await expect(lines(star)).toContainText('Lou Hart');
  await expect(lines(star)).toContainText('Message request');
  await expect(badge(star, 0)).toBeVisible();
  await box(star).fill('Thank');
  await box(star).press('Shift+Enter');
  await box(star).pressSequentially('you');
  await box(star).press('Enter');
  await expect(log(page)).toContainText('Thank\nyou');
  await expect(lines(star)).not.toContainText('Message request');

  // Scrolling up loads older messages, and keeps the scroll position.
  const convo = new URL(star.url()).searchParams.get('convo') ?? '';
  for (let n = 1; n <= 40; n += 1) await answer(n % 2 ? page : star, convo, `Verse ${n}`);
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

  // Marking the conversation as unread closes it. It stays unread until it is opened again.
  await button(page, 'Conversation').click();
  await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
  await expect(log(page)).toHaveCount(0);
  await expect(lines(page)).toContainText('Unread');
  await expect(badge(page, 1)).toBeVisible();
  await page.reload();
  await expect(lines(page)).toContainText('Unread');
  await lines(page).getByRole('link').click();
  await expect(badge(page, 0)).toBeVisible();
  await expect(lines(page)).not.toContainText('Unread');

  // Archiving removes the conversation from this member's list only. The member can restore it from the archive.
  await button(page, 'Conversation').click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(lines(page)).toHaveCount(0);
  await expect(conversations(page).getByText('No Conversations', { exact: true })).toBeVisible();
  await button(page, 'Archived').click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(star)).toHaveCount(1);
  await star.reload();
  await expect(lines(star)).toHaveCount(1);
  await lines(page).getByRole('link').click();
  await button(page, 'Conversation').click();
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect(lines(page)).toHaveCount(0);
  await button(page, 'All').click();
  await expect(lines(page)).toHaveCount(1);
});

test('J-17 MS-01 MS-02 MS-04 MS-06 MS-21 EM-05 a group is created in the picker, and conversations are found by the names of their members', async ({
  page,
  browser,
}) => {
  const stamp = Date.now();
  const names = (['Ada', 'Bela', 'Cleo', 'Dora', 'Emil'] as const).map((first) => `${first}${stamp}`);
  const people = [];
  for (const name of names) {
    const member = await freshPage(browser);
    people.push({ member, id: (await signUp(member, somebody(name, 'Post'))).id });
  }
  const [ada = '', bela = '', cleo = '', dora = ''] = people.map(({ id }) => id);
  await signUp(page, somebody('Lou', 'Hart'));
  await write(page, [ada], 'To one');
  await write(page, [ada, bela], 'To two');
  await write(page, [ada, bela, cleo, dora], 'To four');
  await page.goto('/messages');
  await button(page, 'New message').click();
  for (const name of names) await pick(page, name);
  await expect(recipients(page)).toHaveCount(5);
  await box(page).fill('To five');
  await box(page).press('Enter');
  await expect(log(page)).toContainText('To five');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(names.map((name) => `${name} Post`).join(', '));
  await expect(lines(page)).toHaveCount(4);
  const columns = await conversations(page)
    .locator('[data-columns]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length));
  expect(columns).toEqual([3, 2, 2, 1]);
  // All five members have the conversation, and an answer by one of them arrives.
  const five = new URL(page.url()).searchParams.get('convo') ?? '';
  for (const { member } of people) expect((await member.request.get(`/api/convos/${five}`)).status()).toBe(200);
  await answer(people[4]!.member, five, 'From the fifth');
  await expect(log(page)).toContainText('From the fifth');
  await page.reload();
  await expect(log(page)).toContainText('From the fifth');

  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('cleo');
  await expect(lines(page)).toHaveCount(2);
  await search.fill('nobody at all');
  await expect(
    conversations(page).getByText('No Conversations matching “nobody at all”', { exact: true }),
  ).toBeVisible();

  // The search text is kept, whichever way a conversation was opened.
  await page.goto(`/messages/${ada}`);
  await search.fill('cleo');
  await expect(lines(page)).toHaveCount(2);
  await lines(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/messages\?convo=/);
  await expect(log(page)).toContainText('To f');
  await expect(search).toHaveValue('cleo');
  await expect(lines(page)).toHaveCount(2);
  await page.goBack();
  await expect(log(page)).toContainText('To one');
  await expect(search).toHaveValue('cleo');
});

test('J-17 without live events, new conversations and messages appear within 15 seconds', async ({ page, browser }) => {
  const friend = await freshPage(browser);
  await signUp(friend, somebody('Ada', 'Byron'));
  const me = await signUp(page, somebody('Lou', 'Hart'));
  await page.route('**/api/events', (route) => route.abort());
  await page.clock.install();
  await page.goto('/messages');
  await expect(conversations(page).getByText('No Conversations', { exact: true })).toBeVisible();
  const convo = await write(friend, [me.id], 'Hello');
  await page.clock.fastForward(15_000);
  await expect(lines(page)).toContainText('Hello');
  await expect(badge(page, 1)).toBeVisible();
  await lines(page).getByRole('link').click();
  await expect(log(page)).toContainText('Hello');
  await expect(badge(page, 0)).toBeVisible();

  await answer(friend, convo, 'Still there?');
  await page.clock.fastForward(15_000);
  await expect(log(page)).toContainText('Still there?');
  await expect(lines(page)).toContainText('Still there?');
  // The message was shown here, so it also counts as read on the account's other devices.
  const unread = async () => ((await (await page.request.get('/api/convos/unread')).json()) as { count: number }).count;
  await expect.poll(unread).toBe(0);
  await expect(lines(page)).not.toContainText('Unread');
});

test('a message arrives by a live event, without polling', async ({ page, browser }) => {
  // Timers of two seconds or more never fire, so that only the event can bring the message.
  await page.addInitScript(() => {
    const { setTimeout: later, setInterval: repeatedly } = window;
    const isPoll = (delay: unknown) => Number(delay) >= 2000;
    Object.assign(window, {
      setTimeout: (run: () => void, delay?: number, ...more: unknown[]) =>
        isPoll(delay) ? -1 : later(run, delay, ...more),
      setInterval: (run: () => void, delay?: number, ...more: unknown[]) =>
        isPoll(delay) ? -1 : repeatedly(run, delay, ...more),
    });
  });
  const me = await signUp(page, somebody('Lou', 'Hart'));
  const friend = await freshPage(browser);
  await signUp(friend, somebody('Ada', 'Byron'));
  const convo = await write(friend, [me.id], 'One');
  // The page loads everything again when the stream opens, so the next message has to be written after that.
  const openStream = async (path: string, isThere: () => Promise<void>, readAgain: string) => {
    const { promise: mayOpen, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/api/events', async (route) => {
      await mayOpen;
      await route.continue();
    });
    await page.goto(path);
    await isThere();
    const read = page.waitForResponse((response) => new URL(response.url()).pathname === readAgain);
    open();
    await (await read).finished();
    await page.unroute('**/api/events');
  };
  await openStream(
    `/messages?convo=${convo}`,
    () => expect(log(page).getByRole('listitem')).toHaveText([/One/]),
    `/api/messages/${convo}`,
  );
  await answer(friend, convo, 'Two');
  await expect(log(page).getByRole('listitem')).toHaveText([/One/, /Two/]);
  // On other screens, the badge counts the message.
  await openStream('/', () => expect(badge(page, 0)).toBeVisible(), unreadConvos.path);
  await answer(friend, convo, 'Three');
  await expect(badge(page, 1)).toBeVisible();
});
