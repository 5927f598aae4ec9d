import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible, expectNoSideways } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, asAdmin, asAdministrator, freshPage, signUp, somebody } from './people.ts';
import { lastError } from './reviewing.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

test('a listener reports a song, an administrator takes it down, and both sides are told', async ({
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
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Thank you. The administrators will look at it.')).toBeVisible();
  await expect(asks).toHaveCount(0);

  const office = await freshPage(browser);
  await asAdministrator(office);
  await office.goto('/admin/reports?kind=media');
  await expect(office.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await expectAccessible(office);
  await office.getByRole('button', { name: title }).click();
  const shown = office.getByRole('dialog', { name: 'Report: Media' });
  await expect(shown.getByText('I wrote this in 1998.')).toBeVisible();
  await expect(shown.getByText('Lou Castle')).toBeVisible();
  await shown.getByLabel('Remove').check();
  await shown.getByRole('button', { name: 'Decide' }).click();
  await expect(shown.getByText('Reason is required.')).toBeVisible();
  await expectAccessible(office);
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

test('a song is reported from the menu of its card, by members who do not own it', async ({ page, browser }) => {
  const star = await freshPage(browser);
  const owner = await signUp(star, somebody('Olga', 'Winter'));
  const title = `Noise ${newId().slice(-6)}`;
  const id = await insertMedia(db, { musicianId: owner.id, title });
  const open = async (by: Page) => {
    await by.goto(`/${owner.id}`);
    await by
      .getByRole('main')
      .getByRole('button', { name: `More for ${title}` })
      .press('Enter');
    await expect(by.getByRole('menuitem', { name: 'Share' })).toBeVisible();
  };
  for (const by of [star, page]) {
    await open(by);
    await expect(by.getByRole('menuitem', { name: 'Report' })).toHaveCount(0);
  }
  const listener = await signUp(page, somebody('Lou', 'Castle'));
  await open(page);
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  const asks = page.getByRole('dialog', { name: 'Report this media' });
  await asks.getByLabel('Reason').selectOption('spam');
  // Keys are the dialog's own here, not the menu's.
  await asks.getByLabel('In your own words').fill('');
  await asks.getByLabel('In your own words').press('s');
  await expect(asks.getByLabel('In your own words')).toHaveValue('s');
  await expectAccessible(page);
  await asks.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(asks).toHaveCount(0);
  const [found] = await db<{ n: number }[]>`
    select count(*)::int as n from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${listener.id} and c.subject_id = ${id}`;
  expect(found?.n).toBe(1);
});

test('an administrator who decides too late is shown what was decided, and a report on what is gone says so', async ({
  page,
  browser,
}) => {
  const owner = await signUp(await freshPage(browser), somebody('Olga', 'Spring'));
  await signUp(page, somebody('Lou', 'Orchard'));
  const office = await freshPage(browser);
  await asAdministrator(office);
  const song = (title: string, musicianId = owner.id) => insertMedia(db, { musicianId, title });
  /** A case about a song of this title, which is open in the office. */
  const openCase = async (title: string, musicianId?: string): Promise<string> => {
    const data = { reason: 'spam', subject: { kind: 'media', id: await song(title, musicianId) } };
    const reported = await page.request.post('/api/reports', { headers: HEADERS, data });
    expect(reported.status(), await reported.text()).toBe(200);
    await office.goto('/admin/reports?kind=media');
    await office.getByRole('button', { name: title }).click();
    await expect(shown.getByRole('button', { name: 'Decide' })).toBeVisible();
    const [found] = await db<{ id: string }[]>`select id from report_cases where excerpt ->> 'title' = ${title}`;
    return found?.id ?? '';
  };
  const decideElsewhere = (id: string, decision: string) =>
    asAdmin(async (admin) => {
      const data = { decision, reason: 'I was faster.' };
      const decided = await admin.post(`/api/admin/reports/${id}/decision`, { headers: HEADERS, data });
      expect(decided.status(), await decided.text()).toBe(200);
    });
  const shown = office.getByRole('dialog', { name: 'Report: Media' });
  const decision = shown.getByRole('region', { name: 'Decision' });
  const choose = async (label: string) => {
    await shown.getByLabel(label).check();
    await shown.getByLabel('Reason').fill('I was slower.');
  };
  const send = shown.getByRole('button', { name: 'Decide' });
  const word = newId().slice(-6);

  const first = await openCase(`Warned ${word}`);
  await choose('Dismiss');
  await decideElsewhere(first, 'warn');
  await send.click();
  await expect(lastError(office)).toHaveText('This has already been decided.');
  await expect(decision.getByRole('heading')).toHaveText('Warned');
  await expect(decision).toContainText('I was faster.');
  await expect(send).toHaveCount(0);
  await expectAccessible(office);

  // Of what was taken down something is left to be decided.
  const second = await openCase(`Removed ${word}`);
  await choose('Remove');
  await decideElsewhere(second, 'remove');
  await send.click();
  await expect(decision.getByRole('heading')).toHaveText('Removed');
  await expect(shown.getByRole('radio')).toHaveCount(1);
  await expect(shown.getByRole('radio')).not.toBeChecked();
  await expect(shown.getByLabel('Reason')).toHaveValue('I was slower.');

  const third = await openCase(`Gone ${word}`);
  await choose('Dismiss');
  // Nothing closes it while that is on its way.
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await office.route('**/api/admin/reports/*/decision', async (route) => {
    await mayCome;
    await route.continue();
  });
  await send.click();
  await expect(shown.getByRole('button', { name: 'Close', exact: true })).toBeDisabled();
  await db`delete from report_cases where id = ${third}`;
  letCome();
  const rest = office.getByRole('dialog');
  await expect(rest.getByText('This report was not found.')).toBeVisible();
  await expect(rest.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await rest.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(office.getByRole('button', { name: `Gone ${word}` })).toHaveCount(0);

  // What is about an administrator is for another one.
  const reported = await freshPage(browser);
  const { id: reportedId } = await signUp(reported, somebody('Ada', 'Meadow'));
  await openCase(`Own ${word}`, reportedId);
  await db`update users set role = 'admin' where id = ${reportedId}`;
  await reported.goto('/admin/reports?kind=media');
  await reported.getByRole('button', { name: `Own ${word}` }).click();
  await expect(reported.getByText('This report is about you: another administrator decides it.')).toBeVisible();
  await expect(reported.getByRole('dialog').getByRole('button', { name: 'Decide' })).toHaveCount(0);
  await expectAccessible(reported);
  await db`update users set role = 'user' where id = ${reportedId}`;

  const lost = await song(`Lost ${word}`);
  await page.goto(`/${owner.id}/${lost}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const asks = page.getByRole('dialog', { name: 'Report this media' });
  await asks.getByLabel('Reason').selectOption('spam');
  await asAdmin(async (admin) => {
    expect((await admin.delete(`/api/media/${lost}`, { headers: HEADERS })).status()).toBe(200);
  });
  await asks.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(lastError(page)).toHaveText('This media was not found.');
  await expect(asks).toHaveCount(0);
});

test('a comment is flagged and then said why, an account and a message are reported where they are', async ({
  page,
  browser,
}) => {
  const other = await freshPage(browser);
  const owner = await signUp(other, somebody('Olga', 'Summer'));
  const id = await insertMedia(db, { musicianId: owner.id, title: `Discussed ${newId().slice(-6)}` });
  const listener = await signUp(page, somebody('Lou', 'Meadow'));
  const said = await other.request.post(`/api/comments/${id}`, {
    data: { comment: 'Rude words.' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(said.ok()).toBe(true);
  await other.request.post('/api/messages', {
    data: { convo: { users: [listener.id] }, message: { text: 'Buy this.' } },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  await page.goto(`/${owner.id}/${id}`);
  const line = page.getByRole('article', { name: 'Comment by Olga Summer' });
  await line.getByRole('button', { name: 'Flag' }).click();
  await line.getByRole('button', { name: 'Add a reason' }).click();
  const report = async (kind: string, reason: string) => {
    const asks = page.getByRole('dialog', { name: `Report this ${kind}` });
    await asks.getByLabel('Reason').selectOption(reason);
    await asks.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(asks).toHaveCount(0);
  };
  await report('comment', 'harassment');
  await page.goto(`/${owner.id}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await report('account', 'spam');
  await page.goto(`/messages/${owner.id}`);
  await page.getByRole('log').getByRole('button', { name: 'Report' }).click();
  await report('message', 'spam');
  const found = await db<{ kind: string; reason: string }[]>`
    select c.subject_kind as kind, r.reason from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${listener.id} order by 1`;
  expect(found).toEqual([
    { kind: 'comment', reason: 'harassment' },
    { kind: 'message', reason: 'spam' },
    { kind: 'user', reason: 'spam' },
  ]);
});

test('whoever holds the rights asks for a takedown, and the owner objects', async ({ page, browser }) => {
  const owner = await signUp(page, somebody('Olga', 'Autumn'));
  const title = `Disputed ${newId().slice(-6)}`;
  const id = await insertMedia(db, { musicianId: owner.id, title });
  const visitor = await freshPage(browser);
  await visitor.goto('/help/contact');
  await visitor.getByRole('link', { name: 'takedown request' }).click();
  await expect(visitor.getByRole('heading', { name: 'Takedown request', level: 1 })).toBeVisible();
  await visitor.getByRole('button', { name: 'Send request' }).click();
  await expect(visitor.getByText('Paste the link of the song or video.')).toBeVisible();
  await expectAccessible(visitor);
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
  await expectAccessible(page);
  // Its answer is lost: sent again, it is told how it stands.
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
  // More than a dialog can hold: it says that there are.
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
