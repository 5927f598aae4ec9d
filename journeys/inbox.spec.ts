import { type Page, expect, test } from '@playwright/test';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, freshPage, signUp, somebody } from './people.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

test('what happens is told by the bell while one looks, led to, and read', async ({ page, browser }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL('/login');
  const owner = await signUp(page, somebody('Ona', 'Reyes'));
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await bell(page).click();
  await expect(page.getByRole('menu', { name: 'Notifications' })).toContainText('Nothing has happened yet.');
  await page.keyboard.press('Escape');
  await page.goto('/notifications');
  await expect(page.getByRole('main')).toContainText('Nothing has happened yet.');

  const database = await openDatabase();
  const mediaId = await insertMedia(database, { musicianId: owner.id, title: 'The kettle sings' });
  const fan = await freshPage(browser);
  const fanId = (await signUp(fan, somebody('Fay', 'Moss'))).id;
  const post = async (path: string, data: object) => {
    const answer = await fan.request.post(path, { headers: HEADERS, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  // It arrives while the page is open.
  await post(`/api/comments/${mediaId}`, { comment: 'I whistle along.' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(list(page)).toHaveCount(1);
  await post(`/api/media/subscribe/${owner.id}`, { type: 'published' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(list(page).first()).toContainText('Fay Moss subscribed to you');
  await expectAccessible(page);

  // By keyboard: the menu leads to what happened, which counts as read then.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toContainText('Fay Moss subscribed to you');
  await expectAccessible(page);
  await expect(items.nth(1)).toContainText('I whistle along.');
  await items.nth(1).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${mediaId}$`));
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await page.goto('/notifications');
  const read = page.getByRole('button', { name: 'Mark as read: Fay Moss subscribed to you' });
  await read.click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await page.getByRole('button', { name: 'Mark as unread: Fay Moss subscribed to you' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();

  // The whole list, as one comes to its end.
  await database`
    insert into notifications (id, user_id, kind, occasion, words, actor_id, created_at)
    select gen_random_uuid(), ${owner.id}, 'follower', n, '{actor} subscribed to you ' || n, ${fanId},
      now() - n * interval '1 hour'
    from generate_series(1, 60) n`;
  await page.reload();
  await expect(list(page).nth(19)).toBeVisible();
  await list(page).last().scrollIntoViewIfNeeded();
  await expect(async () => {
    await list(page).last().scrollIntoViewIfNeeded();
    expect(await list(page).count()).toBe(62);
  }).toPass();
  await database.end();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});
