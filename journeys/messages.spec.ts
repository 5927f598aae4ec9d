import { unreadConvos } from '@scoville/contract/messages.ts';
import { type Page, expect, test } from './test.ts';
import { expectAccessible, expectAccessibleNow } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { answer, badge, box, button, conversations, lines, log, newest, pick, recipients, write } from './messaging.ts';
import { HEADERS, asAdmin, freshPage, musician, signUp, somebody } from './people.ts';

test('J-17 RT-46 MS-03 MS-05 MS-06 MS-07 MS-11 MS-12 MS-13 MS-15 PR-01 a member writes to a musician from the profile, and is answered', async ({
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
  await expectAccessible(page);
  await expect(button(page, 'Send')).toBeDisabled();
  await box(page).fill('Hello');
  // Without a recipient there is nobody to send to.
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

  // It arrives while the other one is elsewhere.
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

  // Older messages come as one scrolls up to them, and the place stays where it was.
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

  // Marked as unread it is closed, and stays so until it is opened again.
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

  // Put away, it leaves the list of the one who did that alone; it is brought back from there.
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
  await expectAccessible(page);
  await button(page, 'Conversation').click();
  await expectAccessibleNow(page);
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect(lines(page)).toHaveCount(0);
  await button(page, 'All').click();
  await expect(lines(page)).toHaveCount(1);
});

test('J-17 MS-01 MS-02 MS-04 MS-06 MS-21 EM-05 a group is made in the picker, and conversations are found by the names of those who take part', async ({
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
  await expectAccessible(page);
  await box(page).fill('To five');
  await box(page).press('Enter');
  await expect(log(page)).toContainText('To five');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(names.map((name) => `${name} Post`).join(', '));
  await expect(lines(page)).toHaveCount(4);
  await expectAccessible(page);
  const columns = await conversations(page)
    .locator('[data-columns]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length));
  expect(columns).toEqual([3, 2, 2, 1]);
  // All five have it, and what one of them answers.
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

  // It stays what it is searched for, whichever way one came to a conversation.
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

test('J-17 without live events a new conversation and what is said in the open one come within 15 seconds', async ({
  page,
  browser,
}) => {
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
  // It was seen: also the account's other devices know.
  const unread = async () => ((await (await page.request.get('/api/convos/unread')).json()) as { count: number }).count;
  await expect.poll(unread).toBe(0);
  await expect(lines(page)).not.toContainText('Unread');
});

test('MS-05 the conversation with somebody who has deleted their account opens by its address, and can be read', async ({
  page,
  browser,
}) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  await write(page, [friend.id], 'Until tomorrow');
  await asAdmin(async (admin) => {
    expect((await admin.delete(`/api/users/${friend.id}`, { headers: HEADERS })).status()).toBe(200);
  });
  await page.goto(`/messages/${friend.id}`);
  await expect(log(page)).toContainText('Until tomorrow');
  await expect(page.getByText('Everyone else in this conversation has deleted their account.')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test('a request is accepted, and whoever is blocked is not heard of until that is taken back', async ({
  page,
  browser,
}) => {
  const stranger = await freshPage(browser);
  await signUp(stranger, somebody('Ada', 'Byron'));
  const me = await signUp(page, somebody('Lou', 'Hart'));
  const convo = await write(stranger, [me.id], 'Do you know me?');
  await page.goto('/messages');
  await button(page, 'Requests').click();
  await lines(page).getByRole('link').click();
  await expect(page.getByText('This is a message request. Replying also accepts it.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Accept').click();
  await expect(button(page, 'Accept')).toHaveCount(0);
  await expect(lines(page)).toHaveCount(0);
  await button(page, 'All').click();
  await expect(lines(page)).not.toContainText('Message request');

  await button(page, 'Conversation').click();
  const block = page.getByRole('menuitem', { name: 'Block Ada Byron' });
  // Word and name are one phrase: no wider apart than a space.
  const gap = await block.evaluate((item) => {
    const name = item.querySelector('bdi') as HTMLElement;
    const word = document.createRange();
    word.selectNodeContents(name.previousSibling?.previousSibling ?? (name.previousSibling as ChildNode));
    return name.getBoundingClientRect().left - word.getBoundingClientRect().right;
  });
  expect(gap).toBeLessThan(6);
  await block.click();
  const dialog = page.getByRole('dialog', { name: 'Block Ada Byron?' });
  await expect(dialog).toContainText('You will see nothing more that Ada Byron writes. They are not told.');
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await expect(box(page)).toBeVisible();
  await button(page, 'Conversation').click();
  await page.getByRole('menuitem', { name: 'Block Ada Byron' }).click();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('You blocked Ada Byron.')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await expectAccessible(page);

  // The one who is blocked sees no difference.
  await answer(stranger, convo, 'Hello?');
  await stranger.goto(`/messages?convo=${convo}`);
  await expect(log(stranger)).toContainText('Hello?');
  await expect(box(stranger)).toBeVisible();
  await page.reload();
  await expect(page.getByText('You blocked Ada Byron.')).toBeVisible();
  await expect(log(page)).toContainText('Do you know me?');
  await expect(log(page)).not.toContainText('Hello?');
  await button(page, 'Unblock').click();
  await expect(box(page)).toBeVisible();
  await answer(stranger, convo, 'Again?');
  await expect(log(page)).toContainText('Again?');
  await expect(log(page)).not.toContainText('Hello?');
});

test('what is written from right to left stands so, and a name that is does not turn what is around it', async ({
  page,
  browser,
}) => {
  const friend = await freshPage(browser);
  await signUp(friend, somebody('נועה', 'לוי'));
  const me = await signUp(page, somebody('Lou', 'Hart'));
  await page.goto(`/messages?convo=${await write(friend, [me.id], 'שלום, Lou!')}`);
  const message = log(page).getByRole('listitem').first();
  await expect(message.getByRole('paragraph').filter({ hasText: 'שלום' })).toHaveCSS('direction', 'rtl');
  const name = message.getByText('נועה לוי', { exact: true });
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(name).toHaveCSS('unicode-bidi', 'isolate');
  await expect(message.getByRole('paragraph').filter({ hasText: 'נועה' })).toHaveCSS('direction', 'ltr');
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading.getByText('נועה לוי', { exact: true })).toHaveCSS('unicode-bidi', 'isolate');
  await expect(box(page)).toHaveCSS('direction', 'ltr');
  await box(page).fill('טוב');
  await expect(box(page)).toHaveCSS('direction', 'rtl');
});

test('paging back through many messages keeps the place, and holds what is around it', async ({ page, browser }) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  const me = await signUp(page, somebody('Lou', 'Hart'));
  const convo = await write(page, [friend.id], 'Line 0');
  const db = openDatabase();
  // Of two heights, so that a guess would be wrong.
  await db`
    insert into messages (id, conversation_id, from_id, body, created_at)
    select gen_random_uuid(), ${convo}, case when n % 3 = 0 then ${me.id}::uuid else ${friend.id}::uuid end,
      'Line ' || n || case when n % 7 = 0 then repeat(' and so on', 60) else '' end, m.created_at - make_interval(secs => n)
    from generate_series(1, 900) n, messages m where m.conversation_id = ${convo}`;
  await db.end();
  await page.goto(`/messages?convo=${convo}`);
  const shown = log(page).getByRole('listitem');
  await expect(shown.filter({ hasText: /Line 0$/ })).toBeInViewport();
  let most = 0;
  for (let oldest = 29; oldest < 900; oldest = Math.min(oldest + 30, 900)) {
    const isOldest = new RegExp(`Line ${oldest}(?!\\d)`);
    await expect(shown.first()).toContainText(isOldest);
    const marked = await log(page).evaluateHandle((element) => {
      element.scrollTop = 0;
      return element.querySelector('li')!;
    });
    const place = () => marked.evaluate((line) => line.getBoundingClientRect().top);
    const before = await place();
    await expect(shown.first()).not.toContainText(isOldest);
    // What was seen stands there still, below what came.
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(2);
    most = Math.max(most, await shown.count());
  }
  await expect(shown.first()).toContainText('Line 900');
  expect(most).toBeLessThanOrEqual(210);

  // Down again through what was put away: each step is as long as the wheel says.
  await log(page).hover();
  for (let step = 0; step < 12; step += 1) {
    const marked = await log(page).evaluateHandle((element) => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
      return [...element.querySelectorAll('li')].find((one) => one.getBoundingClientRect().bottom > middle)!;
    });
    const place = () => marked.evaluate((one) => one.getBoundingClientRect().top);
    const before = await place();
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => Math.abs((await place()) - (before - 400))).toBeLessThan(2);
  }
  await log(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(shown.filter({ hasText: /Line 0$/ })).toBeInViewport();
});

test('a message that comes while older ones are on their way stays, and so does one that is sent', async ({
  page,
  browser,
}) => {
  const ada = await freshPage(browser);
  const friend = await signUp(ada, somebody('Ada', 'Byron'));
  const me = await signUp(page, somebody('Lou', 'Hart'));
  const convo = await write(page, [friend.id], 'Line 0');
  const db = openDatabase();
  await db`
    insert into messages (id, conversation_id, from_id, body, created_at)
    select gen_random_uuid(), ${convo}, ${me.id}, 'Line ' || n, m.created_at - make_interval(secs => n)
    from generate_series(1, 45) n, messages m where m.conversation_id = ${convo}`;
  await db.end();
  // Nothing is asked for again after a time: what is lost would stay so.
  await page.addInitScript(() => {
    const { setInterval: repeatedly, setTimeout: later } = window;
    const isPoll = (delay: unknown) => Number(delay) >= 10_000;
    Object.assign(window, {
      setInterval: (run: () => void, delay?: number) => (isPoll(delay) ? -1 : repeatedly(run, delay)),
      setTimeout: (run: () => void, delay?: number) => (isPoll(delay) ? -1 : later(run, delay)),
    });
  });
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/api/messages/*?*minDate=*', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(`/messages?convo=${convo}`);
  const shown = log(page).getByRole('listitem');
  await expect(shown.last()).toContainText('Line 0');
  const older = page.waitForRequest(/minDate=/);
  await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await older;
  await answer(ada, convo, 'Meanwhile');
  await expect(shown.last()).toContainText('Meanwhile');
  await box(page).fill('I am here');
  await button(page, 'Send').click();
  await expect(shown.last()).toContainText('I am here');
  // Nor is anything read again by an event.
  await page.route(
    (address) => address.pathname === `/api/messages/${convo}` && address.search === '',
    (route) => route.abort(),
  );
  const came = page.waitForResponse(/minDate=/);
  letCome();
  await (await came).finished();
  // Only what is near is drawn.
  await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(shown.filter({ hasText: /Line 45$/ })).toHaveCount(1);
  await expect(shown.filter({ hasText: 'Meanwhile' })).toHaveCount(1);
  await expect(shown.last()).toContainText('I am here');
});

test('an open conversation counts as read, also when the first try to say so fails', async ({ page, browser }) => {
  const me = await signUp(page, somebody('Lou', 'Hart'));
  const friend = await freshPage(browser);
  await signUp(friend, somebody('Ada', 'Byron'));
  const convo = await write(friend, [me.id], 'One');
  let failures = 0;
  let most = 1;
  await page.route(`**/api/convos/${convo}`, async (route) => {
    if (route.request().method() !== 'PUT' || failures === most) return route.fallback();
    failures += 1;
    return route.fulfill({ status: 503, json: { message: 'The kitchen is closed.' } });
  });
  await page.goto(`/messages?convo=${convo}`);
  await expect(log(page)).toContainText('One');
  await expect(badge(page, 0)).toBeVisible();
  expect(failures).toBe(1);
  await expect(page.getByText('The kitchen is closed.')).toHaveCount(0);
  // Whatever fails for good is said.
  [failures, most] = [0, 3];
  await answer(friend, convo, 'Two');
  await expect(page.getByText('The kitchen is closed.')).toBeVisible();
  expect(failures).toBe(3);
});

test('a message comes by a live event, without any question that is asked again after a time', async ({
  page,
  browser,
}) => {
  // Whatever would ask again after two seconds or more never does: only the event is left.
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
  // When the stream opens, everything is read again: what is written has to come after that.
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
  // Elsewhere, it is counted.
  await openStream('/', () => expect(badge(page, 0)).toBeVisible(), unreadConvos.path);
  await answer(friend, convo, 'Three');
  await expect(badge(page, 1)).toBeVisible();
});

test('on a phone one writes in an open conversation without scrolling to the box first', async ({ page, browser }) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  const convo = await write(page, [friend.id], 'Hello');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`/messages?convo=${convo}`, '/messages?convo=new']) {
    await page.goto(path);
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Send')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  }
});

test('whom one blocked stands in the account, and is unblocked there', async ({ page, browser }) => {
  const bela = await signUp(await freshPage(browser), somebody('Bela', 'Kun'));
  await signUp(page, somebody('Lou', 'Hart'));
  const section = page.getByRole('region', { name: 'Blocked people' });
  const names = section.getByRole('listitem');
  await page.route('**/api/blocks', (route) => route.fulfill({ status: 404, json: { message: 'Away.' } }));
  await page.goto('/account/overview');
  await expect(section).toContainText('The people you blocked could not be loaded.');
  await page.unroute('**/api/blocks');
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section).toContainText('You have not blocked anybody.');
  expect((await page.request.post(`/api/blocks/${bela.id}`, { headers: HEADERS })).status()).toBe(200);
  await page.reload();
  await expect(names).toHaveText([/Bela Kun/]);
  await expectAccessible(page);
  await button(page, 'Unblock Bela Kun').click();
  await expect(section).toContainText('You have not blocked anybody.');
  await expect(names).toHaveCount(0);
  const left = (await (await page.request.get('/api/blocks')).json()) as { users: object[] };
  expect(left.users).toEqual([]);
});

test('a profile blocks and unblocks whose it is, for members who are somebody else', async ({ page, browser }) => {
  const star = await freshPage(browser);
  const bela = await signUp(star, somebody('Bela', 'Kun'));
  const block = (by: Page) => button(by, 'Block Bela Kun');
  for (const by of [star, page]) {
    await by.goto(`/${bela.id}`);
    await expect(by.getByRole('heading', { name: 'Bela Kun', level: 1 })).toBeVisible();
    await expect(by.getByRole('main').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    await expect(block(by)).toHaveCount(0);
  }
  await signUp(page, somebody('Lou', 'Hart'));
  await page.goto(`/${bela.id}`);
  await block(page).click();
  const dialog = page.getByRole('dialog', { name: 'Block Bela Kun?' });
  await expect(dialog).toContainText('You will see nothing more that Bela Kun writes. They are not told.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await block(page).click();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(button(page, 'Unblock Bela Kun')).toBeVisible();
  await page.reload();
  await button(page, 'Unblock Bela Kun').click();
  await expect(block(page)).toBeVisible();
  const left = (await (await page.request.get('/api/blocks')).json()) as { users: object[] };
  expect(left.users).toEqual([]);
});
