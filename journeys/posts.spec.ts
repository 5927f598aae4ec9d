import { expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { prepared } from './testkit/prepared.ts';
import { HEADERS, freshPage, musician, signUp, somebody, withoutHttps } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

test('a musician posts news on the profile, followers are notified, and the post can be deleted', async ({
  page,
  browser,
}) => {
  await withoutHttps(page);
  const starId = await musician(page);
  const fan = await freshPage(browser);
  await signUp(fan, somebody('Fay', 'Moss'));
  const followed = await fan.request.post(`/api/media/subscribe/${starId}`, {
    headers: HEADERS,
    data: { type: 'published' },
  });
  expect(followed.status()).toBe(200);
  await fan.goto('/');

  await page.goto(`/${starId}`);
  await page.getByRole('button', { name: 'Tell your followers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell your followers' });
  await dialog.getByLabel('What is new?').fill('On tour in May.\nDates: https://example.org/tour');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toBeHidden();
  const news = page.getByRole('list', { name: 'News' }).getByRole('listitem');
  await expect(news).toHaveCount(1);

  // The follower is notified immediately, and the notification leads to the post.
  const bell = fan.getByRole('button', { name: 'Notifications, 1 unread' });
  await bell.click();
  await fan.getByRole('menuitem', { name: /News from/ }).click();
  await expect(fan).toHaveURL(new RegExp(`/${starId}$`));
  const theirs = fan.getByRole('list', { name: 'News' }).getByRole('listitem');
  await expect(theirs).toContainText('On tour in May.');
  await expect(theirs.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(fan.getByRole('button', { name: 'Tell your followers' })).toHaveCount(0);

  // Posts and songs by all followed musicians are in one list.
  const { songs } = prepared().listening;
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  const kettle = await insertMedia(db, { musicianId: starId, title: 'Kettle', length: 63 });
  await changeSource(db, kettle, { playback: db.json(sounds?.playback as never) });
  await fan.goto('/notifications');
  await fan.getByRole('link', { name: 'From musicians you follow' }).click();
  const gathered = fan.getByRole('list', { name: 'From musicians you follow' }).getByRole('listitem');
  await expect(gathered).toHaveCount(2);
  await expect(gathered.nth(0)).toContainText('Kettle');
  await expect(gathered.nth(1)).toContainText('On tour in May.');
  const counted = fan.waitForRequest((request) => request.postData()?.includes('play-media') === true);
  await gathered.nth(0).getByRole('button', { name: 'Play Kettle' }).click();
  expect((await counted).postDataJSON()).toMatchObject({ media: kettle, origin: 'feed' });
  await fan.getByRole('button', { name: 'Close the player' }).click();
  await gathered.nth(0).getByRole('link', { name: 'Kettle' }).click();
  await expect(fan.getByRole('heading', { level: 1, name: 'Kettle' })).toBeVisible();
  await fan.goBack();
  await expect(gathered).toHaveCount(2);
  await fan.goto(`/${starId}`);

  await news.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(news).toHaveCount(0);
  await fan.reload();
  await expect(theirs).toHaveCount(0);
});
