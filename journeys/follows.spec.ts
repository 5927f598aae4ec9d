import { type Page, expect, test } from './testkit/test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import {
  HEADERS,
  asAdmin,
  beVisitor,
  fillSignUp,
  freshPage,
  musician,
  signIn,
  signUp,
  somebody,
} from './testkit/people.ts';
import { toast } from './testkit/reviewing.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Subscribe to / });
const inline = (page: Page, text: string) => dialog(page).getByText(text, { exact: true });

/** The mails to an address, newest first. */
const mailsTo = (address: string): Promise<{ kind: string; subject: string; text: string }[]> =>
  asAdmin(async (admin) => {
    const { mail } = (await (await admin.get('/api/outbox?size=100')).json()) as {
      mail: { to: string; kind: string; subject: string; text: string }[];
    };
    return mail.filter(({ to }) => to === address);
  });
/** In the newest mail to an address, the path of the link to this screen of the account. */
const linkTo = async (address: string, screen: string): Promise<string> => {
  const [{ text } = { text: '' }] = await mailsTo(address);
  return new RegExp(`https?://[^/]+(/account/${screen}[/?]\\S+)`).exec(text)?.[1] ?? '';
};

test('PR-02 SU-06 SU-10 VA-39 VA-40 ER-27 MB-14 a guest subscribes by email, and confirms the subscription with the link in a mail', async ({
  page,
  browser,
}) => {
  const id = await musician(await freshPage(browser));
  await page.goto(`/${id}`);
  await button(page, 'Subscribe').click();
  await expect(dialog(page).getByRole('button', { name: 'By email, without an account' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Create account' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'By email, without an account' }).click();

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/subscribe/')) calls.push(request.url());
  });
  const submit = dialog(page).getByRole('button', { name: 'Subscribe', exact: true });
  await submit.click();
  await expect(inline(page, 'Choose what you want to hear about.')).toBeVisible();
  const [address, again] = [
    dialog(page).getByLabel('Email', { exact: true }),
    dialog(page).getByLabel('Confirm email', { exact: true }),
  ];
  await expect(address).toHaveAccessibleDescription('Please enter a valid email.');
  await expect(again).toHaveAccessibleDescription('Please confirm your email.');
  await dialog(page)
    .getByRole('radio', { name: /^Published/ })
    .check();
  const { email } = somebody();
  await address.fill('nobody');
  await submit.click();
  await expect(address).toHaveAccessibleDescription('Please enter a valid email.');
  await address.fill(email);
  await again.fill(`x${email}`);
  await submit.click();
  await expect(address).toHaveAccessibleDescription('');
  await expect(again).toHaveAccessibleDescription('Please confirm your email.');
  expect(calls).toEqual([]);
  await again.fill(email);
  await submit.click();
  await expect(toast(page, 'Successfully subscribed!')).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText(`we sent an email to ${email}`);

  await page.goto(await linkTo(email, 'confirm-subscription'));
  await expect(button(page, 'Confirm the subscription')).toBeVisible();
  await button(page, 'Confirm the subscription').click();
  await expect(page.getByRole('heading', { name: 'Successfully subscribed!' })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/${id}$`));
});

test('RT-18 SU-07 SU-08 SU-09 SU-13 PR-02 ER-27 a guest signs in to subscribe, chooses the kind of news, changes it and cancels', async ({
  page,
  browser,
}) => {
  const star = await freshPage(browser);
  const id = await musician(star);
  const person = await signUp(page);
  await beVisitor(page);
  await page.goto(`/${id}`);
  await button(page, 'Subscribe').click();
  await dialog(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?subscribeTo=${id}$`));
  await signIn(page, person);

  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${id}$`));
  await expect(dialog(page).getByRole('radio')).toHaveCount(2);
  await expect(button(page, 'By email, without an account')).toHaveCount(0);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/subscribe/')) calls.push(request.url());
  });
  await dialog(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(inline(page, 'Choose what you want to hear about.')).toBeVisible();
  expect(calls).toEqual([]);
  await dialog(page)
    .getByRole('radio', { name: /^Curated/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(toast(page, 'Successfully subscribed!')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await button(page, 'Subscribed').click();
  await expect(dialog(page).getByRole('radio', { name: /^Curated/ })).toBeChecked();
  await dialog(page)
    .getByRole('radio', { name: /^Published/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  await button(page, 'Subscribed').click();
  await expect(dialog(page).getByRole('radio', { name: /^Published/ })).toBeChecked();
  // The response to the first click gets lost. The second click reports that the subscription is cancelled.
  await page.route(
    '**/api/media/unsubscribe/*',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await dialog(page).getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await expect(page.locator('[data-toast=error]')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await expect(toast(page, 'You are no longer subscribed to Juno Reyes.')).toBeVisible();
  await expect(button(page, 'Subscribe')).toBeVisible();

  await star.goto(`/${id}`);
  await expect(star.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(button(star, 'Subscribe')).toHaveCount(0);
});

test('RT-23 AC-13 an unsubscribe link opens a confirmation, which works without a token for the subscriber only', async ({
  page,
  browser,
}) => {
  const id = await musician(await freshPage(browser));
  await signUp(page);
  const data = { type: 'published', subscribedTo: id };
  const answer = await page.request.post(`/api/media/subscribe/${id}`, { headers: HEADERS, data });
  const subscription = (await answer.json()) as { id: string };
  const address = `/account/unsubscribe?email=a@b.co&subscriptionId=${subscription.id}`;
  const visitor = await freshPage(browser);
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: 'Cancel the subscription' })).toBeVisible();
  // The link has no token from a mail, and the visitor isn't the subscriber.
  await button(visitor, 'Cancel the subscription').click();
  await expect(visitor.getByRole('alert').filter({ hasText: 'cancel' })).toHaveText(
    'You can cancel your own subscriptions only.',
  );
  await page.goto(address);
  await button(page, 'Cancel the subscription').click();
  await expect(page.getByRole('heading', { name: 'The subscription is cancelled' })).toBeVisible();
  await page.goto(`/${id}`);
  await expect(button(page, 'Subscribe')).toBeVisible();
});

test('RT-19 SU-08 a new user signs up to subscribe', async ({ page, browser }) => {
  const id = await musician(await freshPage(browser));
  await page.goto(`/${id}`);
  await button(page, 'Subscribe').click();
  await dialog(page).getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`/signup\\?subscribeTo=${id}$`));
  await fillSignUp(page, somebody());
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page)
    .getByRole('radio', { name: /^Published/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(button(page, 'Subscribed')).toBeVisible();
});

test('J-19 a guest and a new user subscribe and hear about releases, and the guest gets no more mails after unsubscribing', async ({
  page,
  browser,
}) => {
  const star = await freshPage(browser);
  const id = await musician(star);
  const titles = ['Kettle', 'Ladle', 'Mortar'];
  const db = openDatabase();
  for (const title of titles) await insertMedia(db, { musicianId: id, title, published: false });
  await db.end();

  // A visitor subscribes by email, with mistakes in the form first.
  await page.goto(`/${id}`);
  await button(page, 'Subscribe').click();
  await button(page, 'By email, without an account').click();
  const { email } = somebody();
  const submit = dialog(page).getByRole('button', { name: 'Subscribe', exact: true });
  await submit.click();
  await expect(inline(page, 'Choose what you want to hear about.')).toBeVisible();
  await dialog(page)
    .getByRole('radio', { name: /^Published/ })
    .check();
  await dialog(page).getByLabel('Email', { exact: true }).fill(email);
  await dialog(page).getByLabel('Confirm email').fill(`x${email}`);
  await submit.click();
  await expect(inline(page, 'Please confirm your email.')).toBeVisible();
  await dialog(page).getByLabel('Confirm email').fill(email);
  await submit.click();
  await expect(toast(page, 'Successfully subscribed!')).toBeVisible();
  await page.goto(await linkTo(email, 'confirm-subscription'));
  await button(page, 'Confirm the subscription').click();
  await expect(page.getByRole('heading', { name: 'Successfully subscribed!' })).toBeVisible();

  // A second visitor signs up in between, and then returns to the subscription.
  const fan = await freshPage(browser);
  await fan.goto(`/${id}`);
  await button(fan, 'Subscribe').click();
  await dialog(fan).getByRole('link', { name: 'Create account' }).click();
  await expect(fan).toHaveURL(`/signup?subscribeTo=${id}`);
  await fillSignUp(fan, somebody('Fay', 'Moss'));
  await fan.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(dialog(fan)).toBeVisible();
  await expect(fan).toHaveURL(`/${id}`);
  await dialog(fan)
    .getByRole('radio', { name: /^Published/ })
    .check();
  await dialog(fan).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(button(fan, 'Subscribed')).toBeVisible();

  await star.goto('/account/media');
  /**
   * Publishes one of the songs, and waits for the new user's bell. All subscribers are notified together, so the
   * guest's mail has been written by then.
   */
  const publish = async (title: string, unread: number) => {
    await button(star, `Publish ${title}`).click();
    await star.getByRole('menuitem', { name: 'Publish Without Promotion' }).click();
    await expect(button(star, `Unpublish ${title}`)).toBeVisible();
    await expect(button(fan, `Notifications, ${unread} unread`)).toBeVisible();
  };
  const told = async () =>
    (await mailsTo(email)).filter(({ kind }) => kind === 'release').map(({ subject }) => subject);
  await publish('Kettle', 1);
  expect(await told()).toEqual(['New by Juno Reyes: Kettle']);

  // The link in that mail cancels the subscription.
  await page.goto(await linkTo(email, 'unsubscribe'));
  await expect(page).toHaveURL(/\/account\/unsubscribe\?/);
  await button(page, 'Cancel the subscription').click();
  await expect(page.getByRole('heading', { name: 'The subscription is cancelled' })).toBeVisible();
  await publish('Ladle', 2);
  await publish('Mortar', 3);
  expect(await told()).toEqual(['New by Juno Reyes: Kettle']);
});
