import { expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectNoSideways } from './testkit/accessible.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { asAdministrator, freshPage, signUp, somebody } from './testkit/people.ts';
import { lastError } from './testkit/reviewing.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

test('a listener reports a song, an administrator takes it down, and the listener and the owner get mails', async ({
  page,
  browser,
}) => {
  const owner = await signUp(await freshPage(browser), somebody('Olga', 'Winter'));
  const title = `Borrowed ${newId().slice(-6)}`;
  const id = await insertMedia(db, { musicianId: owner.id, title });
  const listener = await signUp(page, somebody('Lou', 'Castle'));
  await page.goto(`/${owner.id}/${id}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const asks = page.getByRole('dialog', { name: 'Report this media' });
  await asks.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(asks.getByText('Choose a reason.')).toBeVisible();
  await asks.getByLabel('Reason').selectOption('rights');
  await asks.getByLabel('In your own words').fill('I wrote this in 1998.');
  await asks.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Thank you. The administrators will look at it.')).toBeVisible();
  await expect(asks).toHaveCount(0);

  const office = await freshPage(browser);
  await asAdministrator(office);
  await office.goto('/admin/reports?kind=media');
  await expect(office.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await office.getByRole('button', { name: title }).click();
  const shown = office.getByRole('dialog', { name: 'Report: Media' });
  await expect(shown.getByText('I wrote this in 1998.')).toBeVisible();
  await expect(shown.getByText('Lou Castle')).toBeVisible();
  await shown.getByLabel('Remove').check();
  await shown.getByRole('button', { name: 'Decide' }).click();
  await expect(shown.getByText('Reason is required.')).toBeVisible();
  await office.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(office);
  await shown.getByLabel('Reason').fill('It is somebody else’s song.');
  await shown.getByRole('button', { name: 'Decide' }).click();
  await expect(shown).toHaveCount(0);
  await expect(office.getByRole('button', { name: title })).toHaveCount(0);
  await office.getByRole('button', { name: 'Decided', exact: true }).click();
  await expect(office).toHaveURL(/filter=decided/);
  await expect(office.locator('[data-case]').filter({ hasText: title })).toContainText('Removed');
  await expectNoSideways(office);

  expect((await page.request.get(`/api/media/${id}`)).status()).toBe(404);
  const readMails = () => db<{ to: string; text: string }[]>`
    select "to", text from outbox where kind = 'report' and "to" in ${db([owner.email, listener.email])}`;
  await expect
    .poll(async () => (await readMails()).map(({ to }) => to).toSorted())
    .toEqual([owner.email, listener.email].toSorted());
  const mails = await readMails();
  for (const { text } of mails) expect(text).toContain('It is somebody else’s song.');
  expect(mails.find(({ to }) => to === owner.email)?.text).not.toContain('Lou');
});

test('a rights holder requests a takedown, and the owner objects', async ({ page, browser }) => {
  const owner = await signUp(page, somebody('Olga', 'Autumn'));
  const title = `Disputed ${newId().slice(-6)}`;
  const id = await insertMedia(db, { musicianId: owner.id, title });
  const visitor = await freshPage(browser);
  await visitor.goto('/help/contact');
  await visitor.getByRole('link', { name: 'takedown request' }).click();
  await expect(visitor.getByRole('heading', { name: 'Takedown request', level: 1 })).toBeVisible();
  await visitor.getByRole('button', { name: 'Send request' }).click();
  await expect(visitor.getByText('Paste the link of the song or video.')).toBeVisible();
  await visitor.getByLabel('Link of the song or video').fill(`${new URL(visitor.url()).origin}/${owner.id}/${id}`);
  await visitor.getByLabel('Your work').fill('My song of 1998.');
  await visitor.getByLabel('Name').fill('Carla Holder');
  await visitor.getByLabel('Email').fill('carla@example.org');
  await visitor.getByLabel('I hold the rights to this work').check();
  await visitor.getByRole('checkbox', { name: 'I am not a robot' }).check();
  await expect(visitor.getByRole('main').getByRole('status').filter({ hasText: 'Done.' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Send request' }).click();
  await expect(visitor.getByText('Your request was sent.')).toBeFocused();

  const office = await freshPage(browser);
  await asAdministrator(office);
  const decide = async (choice: string, reason: string) => {
    await office.goto('/admin/reports?kind=media');
    await office.getByRole('button', { name: title }).click();
    const shown = office.getByRole('dialog', { name: 'Report: Media' });
    await expect(shown.getByText('Carla Holder')).toBeVisible();
    await shown.getByLabel(choice).check();
    await shown.getByLabel('Reason').fill(reason);
    await shown.getByRole('button', { name: 'Decide' }).click();
    await expect(shown).toHaveCount(0);
  };
  await decide('Remove', 'It is Carla’s song.');
  await page.goto(`/account/media/edit/${id}`);
  const notice = page.getByRole('region', { name: 'This media was taken down' });
  await expect(notice.getByText('It is Carla’s song.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Publish', exact: true })).toBeDisabled();
  await expect(page.getByText('can only be submitted once')).toHaveCount(0);
  await page.goto('/account/media');
  await expect(page.getByText('This media was taken down by an administrator.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Publish ${title}` })).toHaveCount(0);
  await page.goto(`/account/media/edit/${id}`);
  await notice.getByLabel('If this is a mistake, say why').fill('She sold it to me.');
  await notice.getByLabel('I hold the rights').check();
  // The response gets lost. Sending the notice again reports that it was sent already.
  await page.route('**/api/media/*/counter-notice', async (route) => {
    expect((await route.fetch()).status()).toBe(200);
    await route.abort();
  });
  await notice.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(notice.getByRole('alert').first()).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(lastError(page)).toHaveText('Your counter-notice was sent already.');
  await expect(page.getByRole('region', { name: 'Your counter-notice is being read' })).toContainText(
    'She sold it to me.',
  );
  // Add more reports than the dialog shows. The dialog states how many there are.
  await db`
    insert into reports (id, case_id, claimant, reason)
    select gen_random_uuid(), c.id, jsonb_build_object('name', 'Cyril Late', 'email', n || '@example.org'), 'rights'
    from report_cases c, generate_series(1, 100) n where c.subject_id = ${id}`;
  await office.goto('/admin/reports?kind=media');
  await office.getByRole('button', { name: title }).click();
  await expect(office.getByRole('dialog').getByText('The first 100 of 101 reports.')).toBeVisible();
  await decide('Restore', 'The contract says so.');
  await page.reload();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'taken down' })).toHaveCount(0);
  expect((await visitor.request.get(`/api/media/${id}`)).status()).toBe(200);
});
