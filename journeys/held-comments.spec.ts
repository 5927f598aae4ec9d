import { expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectNoSideways } from './testkit/accessible.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { freshPage, signUp, somebody } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

test('a comment with a blocked word is shown to its author as waiting until the owner approves it', async ({
  page,
  browser,
}) => {
  const owner = await signUp(page, somebody('Olga', 'Spring'));
  const id = await insertMedia(db, { musicianId: owner.id, title: `Quiet ${newId().slice(-6)}` });
  await page.goto('/account/media');
  await page.getByRole('button', { name: 'Comment settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Comments on your media' });
  await settings.getByLabel('Blocked words').fill('cheap beats');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toHaveCount(0);

  const visitor = await freshPage(browser);
  await signUp(visitor, somebody('Ada', 'Lake'));
  await visitor.goto(`/${owner.id}/${id}`);
  await visitor.getByRole('textbox', { name: 'Add a comment' }).fill('Cheap beats here!');
  await visitor.getByRole('button', { name: 'Comment', exact: true }).click();
  const own = visitor.getByRole('list', { name: 'Comments awaiting approval' });
  await expect(own.getByText('Awaiting the musician’s approval. Nobody else can see it.')).toBeVisible();
  await expect(visitor.getByRole('article', { name: 'Comment by Ada Lake', exact: true })).toHaveCount(0);

  await page.goto(`/${owner.id}/${id}`);
  const waiting = page.getByRole('list', { name: 'Comments awaiting approval' });
  await expect(waiting.getByText('Cheap beats here!')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Comment by Ada Lake', exact: true })).toBeVisible();
  // The approved comment appears on the visitor's open page without a reload.
  await expect(visitor.getByRole('article', { name: 'Comment by Ada Lake', exact: true })).toBeVisible();
  await expect(own).toHaveCount(0);
});
