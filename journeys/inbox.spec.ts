import { type Page, expect, test } from './testkit/test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { HEADERS, freshPage, signUp, somebody } from './testkit/people.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

test('the bell and the open list show new notifications without a reload', async ({ page, browser }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL('/login');
  const owner = await signUp(page, somebody('Ona', 'Reyes'));
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await bell(page).click();
  await expect(page.getByRole('menu', { name: 'Notifications' })).toContainText('No notifications yet.');
  await page.keyboard.press('Escape');
  await page.goto('/notifications');
  await expect(page.getByRole('main')).toContainText('No notifications yet.');

  const database = openDatabase();
  const mediaId = await insertMedia(database, { musicianId: owner.id, title: 'The kettle sings' });
  const fan = await freshPage(browser);
  await signUp(fan, somebody('Fay', 'Moss'));
  const post = async (path: string, data: object) => {
    const answer = await fan.request.post(path, { headers: HEADERS, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  // The notification arrives while the page is open.
  await post(`/api/comments/${mediaId}`, { comment: 'I whistle along.' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(list(page)).toHaveCount(1);
  await post(`/api/media/subscribe/${owner.id}`, { type: 'published' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(list(page).first()).toContainText('Fay Moss subscribed to you');
  // The button names its action, not the current state.
  const mark = list(page).first().getByRole('button');
  await expect(mark).toHaveText('Mark as read');
  await mark.click();
  await expect(mark).toHaveText('Mark as unread');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await mark.click();
  await expect(mark).toHaveText('Mark as read');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');

  // An error is shown although the menu is closed by then.
  await page.route('**/api/notifications/read', (route) =>
    route.fulfill({ status: 503, json: { message: 'The kitchen is closed.' } }),
  );
  await bell(page).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(page.getByText('The kitchen is closed.')).toBeVisible();
  await page.unroute('**/api/notifications/read');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');

  // The bell also opens with the keyboard.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toContainText('Fay Moss subscribed to you');
  await database.end();
});
