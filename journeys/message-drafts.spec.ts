import { expect, test } from './test.ts';
import { box, button, log, pick, recipients, write } from './messaging.ts';
import { enter, freshPage, signUp, somebody } from './people.ts';

test('what is typed to somebody is there again after a reload, for them and for this account alone', async ({
  page,
  browser,
}) => {
  const name = `Ada${Date.now()}`;
  const other = await freshPage(browser);
  await signUp(other, somebody(name, 'Byron'));
  const bela = await signUp(await freshPage(browser), somebody('Bela', 'Kun'));
  const me = await signUp(page, somebody('Lou', 'Hart'));

  await page.goto('/messages?convo=new');
  await pick(page, name);
  await box(page).fill('Between the two of us');
  await page.reload();
  await expect(recipients(page)).toHaveText([`${name} Byron`]);
  await expect(box(page)).toHaveValue('Between the two of us');
  // It is nothing for somebody else's eyes: neither another one's to whom a message begins,
  await page.goto(`/messages/${bela.id}`);
  await expect(recipients(page)).toHaveText(['Bela Kun']);
  await expect(box(page)).toHaveValue('');
  await box(page).fill('To Bela');
  await page.reload();
  await expect(recipients(page)).toHaveText(['Bela Kun']);
  await expect(box(page)).toHaveValue('To Bela');
  // nor those of the next one who signs in in this tab.
  await page.getByRole('button', { name: 'Account of Lou Hart' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Between the two');
  await signUp(page, somebody('Mira', 'Next'));
  await page.goto('/messages?convo=new');
  await expect(box(page)).toHaveValue('');
  await expect(recipients(page)).toHaveCount(0);

  // Whose session ended finds it again; what is cancelled is gone.
  await enter(page, me);
  await page.goto('/messages?convo=new');
  await pick(page, name);
  await box(page).fill('Once more');
  await page.context().clearCookies();
  await enter(page, me);
  await page.reload();
  await expect(box(page)).toHaveValue('Once more');
  await button(page, 'Cancel').click();
  await button(page, 'New message').click();
  await expect(box(page)).toHaveValue('');
  await expect(recipients(page)).toHaveCount(0);
});

test('what is typed while a message is sent stays, and what could not be sent comes back', async ({
  page,
  browser,
}) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  let release = () => {};
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  let waiting = held();
  let fails = false;
  await page.route('**/api/messages', async (route) => {
    await waiting;
    await (fails ? route.fulfill({ status: 500, json: { message: 'The kitchen is closed.' } }) : route.continue());
  });
  await page.goto(`/messages/${friend.id}`);
  // The first one, which makes the conversation.
  await box(page).fill('First');
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');
  await box(page).pressSequentially('and second');
  // Not yet: one at a time.
  await box(page).press('Enter');
  release();
  await expect(log(page).getByRole('listitem')).toHaveCount(1);
  await expect(log(page)).toContainText('First');
  await expect(box(page)).toHaveValue('and second');

  // One that fails, with what was typed meanwhile below it, also after a reload.
  waiting = held();
  fails = true;
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');
  await box(page).pressSequentially('and third');
  release();
  await expect(page.getByText('The kitchen is closed.')).toBeVisible();
  await expect(box(page)).toHaveValue('and second\nand third');
  await page.reload();
  await expect(box(page)).toHaveValue('and second\nand third');
  fails = false;
  await box(page).press('Enter');
  await expect(log(page).getByRole('listitem')).toHaveCount(2);
  await expect(log(page)).toContainText('and second\nand third');
  await expect(box(page)).toHaveValue('');
  await page.reload();
  await expect(log(page).getByRole('listitem')).toHaveCount(2);
  await expect(box(page)).toHaveValue('');
});

test('whoever writes on as a conversation begins writes into its box, and to nobody else', async ({
  page,
  browser,
}) => {
  const ada = await freshPage(browser);
  const name = `Ada${Date.now()}`;
  await signUp(ada, somebody(name, 'Byron'));
  const bela = await freshPage(browser);
  const other = await signUp(bela, somebody('Bela', 'Kun'));
  await signUp(page, somebody('Lou', 'Hart'));

  await page.goto('/messages?convo=new');
  await pick(page, name);
  await box(page).fill('First');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('First');
  await page.keyboard.type('next');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('next');

  // From a profile the address changes, too; sent by the button, with keys.
  await page.goto(`/messages/${other.id}`);
  await box(page).fill('Second');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Send')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(log(page)).toContainText('Second');
  await expect(page).toHaveURL(/convo=/);
  await page.keyboard.type('next');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('next');

  // The other one is faster.
  const third = `Cleo${Date.now()}`;
  const cleo = await signUp(ada, somebody(third, 'Post'));
  await bela.goto(`/messages/${cleo.id}`);
  await box(bela).pressSequentially('Good ');
  await write(ada, [other.id], 'Hello');
  await expect(log(bela)).toContainText('Hello');
  await bela.keyboard.type('evening');
  await expect(box(bela)).toHaveValue('Good evening');

  // Who types elsewhere stays there.
  await page.goto('/messages?convo=new');
  await pick(page, third);
  await box(page).fill('Third');
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/messages', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await search.pressSequentially('cl');
  held.resolve();
  await expect(log(page)).toContainText('Third');
  await page.keyboard.type('eo');
  await expect(search).toHaveValue('cleo');
  await expect(box(page)).toHaveValue('');
});

test('the Enter that chooses a composed word sends nothing, in Safari, too', async ({ page, browser }) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/messages')) sent.push(request.postDataJSON());
  });
  await page.goto(`/messages/${friend.id}`);
  await box(page).fill('日本');
  // It tells of this Enter after the end of the word.
  await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false });
  await expect(box(page)).toHaveValue('日本');
  await box(page).pressSequentially('語');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('日本語');
  expect(sent).toMatchObject([{ message: { text: '日本語' } }]);
});

test('whoever goes elsewhere while a first message is sent stays there', async ({ page, browser }) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  const held = Promise.withResolvers<void>();
  await page.route('**/api/messages', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/messages/${friend.id}`);
  await box(page).fill('On its way');
  await box(page).press('Enter');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  held.resolve();
  // Its answer is through: nothing is kept of what was typed.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('message-drafts'))).toBeNull();
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await expect(page.getByRole('heading', { name: 'Moods', level: 1 })).toBeVisible();
  expect(visited).toEqual(['/moods']);
});

test('whoever leaves a conversation while a message is sent finds its box as they left it', async ({
  page,
  browser,
}) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  const convo = await write(page, [friend.id], 'Hello');
  let held = Promise.withResolvers<'continue' | 'abort'>();
  await page.route('**/api/messages', async (route) => {
    const how = await held.promise;
    await route[how]();
  });
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Genres' }).first().click();
    await expect(page).toHaveURL('/genres');
    await page.goBack();
    await expect(log(page)).toContainText('Hello');
  };
  await page.goto(`/messages?convo=${convo}`);
  await box(page).fill('On its way');
  await box(page).press('Enter');
  await leaveAndReturn();
  await expect(box(page)).toHaveValue('');
  await expect(button(page, 'Send')).toHaveAttribute('aria-busy', 'true');
  await box(page).pressSequentially('Since then');
  await leaveAndReturn();
  await expect(box(page)).toHaveValue('Since then');
  held.resolve('continue');
  await expect(log(page).getByRole('listitem')).toHaveText([/Hello/, /On its way/]);
  await expect(box(page)).toHaveValue('Since then');

  held = Promise.withResolvers();
  await box(page).press('Enter');
  await leaveAndReturn();
  await box(page).pressSequentially('and this');
  held.resolve('abort');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(box(page)).toHaveValue('Since then\nand this');
});

test('a message whose answer is lost arrives once, although it is sent again', async ({ page, browser }) => {
  const friend = await signUp(await freshPage(browser), somebody('Ada', 'Byron'));
  await signUp(page, somebody('Lou', 'Hart'));
  let isLost = true;
  await page.route('**/api/messages', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  await page.goto(`/messages/${friend.id}`);
  await box(page).fill('Only once');
  await box(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(box(page)).toHaveValue('Only once');
  // The conversation is there, and stands on the screen by now.
  await expect(log(page).getByRole('listitem')).toHaveText([/Only once/]);
  await expect(box(page)).toHaveValue('Only once');
  isLost = false;
  await box(page).press('Enter');
  await expect(log(page).getByRole('listitem')).toHaveText([/Only once/]);
  await expect(box(page)).toHaveValue('');
  await page.reload();
  await expect(log(page).getByRole('listitem')).toHaveText([/Only once/]);
});
