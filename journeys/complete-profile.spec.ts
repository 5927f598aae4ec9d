import { type Page, expect, test } from './testkit/test.ts';
import { image } from '../fixtures/files.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { me, save, saved, section } from './testkit/editing-profile.ts';
import { HEADERS, freshPage, musician, signUp } from './testkit/people.ts';
import { expectTooltip } from './testkit/tooltips.ts';

/**
 * Adds an entry to a list of the profile: opens the drawer with the button, fills the fields by label, and presses
 * Done.
 */
async function add(page: Page, list: string, button: string, fields: Record<string, string>): Promise<void> {
  const part = section(page, list);
  await part.getByRole('button', { name: button }).click();
  for (const [label, text] of Object.entries(fields)) {
    const field = part.getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
  }
  await part.getByRole('button', { name: 'Done' }).click();
  await expect(part.getByRole('form')).toHaveCount(0);
}

test('PE-01 PE-02 PE-06 PE-07 PE-08 PE-10 PE-14 PE-27 VA-29 VA-30 J-08 a musician completes the profile', async ({
  page,
  browser,
}) => {
  // Another user claims the name first.
  const visitor = await freshPage(browser);
  const { id: otherId } = await signUp(visitor);
  const name = `Ida${otherId.slice(-8)}`;
  const claimed = await visitor.request.put(`/api/users/${otherId}`, { headers: HEADERS, data: { username: name } });
  expect(claimed.status()).toBe(200);
  await visitor.request.get('/auth/logout', { headers: HEADERS });

  const id = await musician(page);
  await page.goto(`/${id}`);
  await page.getByRole('link', { name: "Let's get started" }).click();
  await expect(page).toHaveURL('/account/profile');

  const username = page.getByLabel('Username');
  await username.fill('a_b');
  await username.blur();
  await expect(page.getByText('Usernames can only contain letters or numbers.', { exact: true })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expectTooltip(save(page), 'Make sure all Required fields have been completed.', { force: true });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/checkUnique')) asked.push(request.postDataJSON().value as string);
  });
  await username.fill('');
  // The name is checked once typing pauses. The page's clock is stopped here, so that slow typing doesn't count as a
  // pause.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await username.pressSequentially(name.toUpperCase());
  await expect(username).toHaveValue(name.toUpperCase());
  await page.clock.runFor(400);
  expect(asked).toEqual([]);
  await page.clock.runFor(200);
  await expect.poll(() => asked).toEqual([name.toUpperCase()]);
  await page.clock.resume();
  await expect(page.getByText('This username has already been taken.', { exact: true })).toBeVisible();
  expect(asked).toEqual([name.toUpperCase()]);
  await expect(save(page)).toBeDisabled();
  await username.fill(`${name}2`);
  await expect(save(page)).toBeEnabled();

  const title = `Piper ${'x'.repeat(65)}`;
  const bio = `Plays at dawn. ${'And at dusk. '.repeat(6)}`.trim();
  for (const [label, text] of Object.entries({
    'First name': 'Ida',
    'Last name': 'Marsh',
    'Display name': 'Ida of the Marsh',
    Title: title,
    'Years of experience': '7',
    'Hourly rate (USD)': '75',
    Bio: bio,
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('City').pressSequentially('memph');
  await page.getByRole('option', { name: 'Memphis, TN' }).click();

  await add(page, 'Donation methods', 'Add a donation method', { App: 'Venmo', Username: '@ida' });
  await add(page, 'Donation methods', 'Add a donation method', {
    App: 'PayPal',
    'Email of your PayPal account': 'ida@example.org',
  });
  await add(page, 'Contact methods', 'Add a contact method', { Title: 'Booking', Info: 'ida.example/' });
  await add(page, 'Discography', 'Add an album', {
    Title: 'Ash',
    'Release date': '2031-02-28',
    'Website URL': 'ash.example/a',
    Credits: 'Bass: Ida',
  });
  await add(page, 'Schools', 'Add a school', {
    Name: 'Berklee College of Music',
    Degree: "Master's",
    'Start date': '1990-09-01',
    'End date': '1994-06-30',
  });
  await add(page, 'Positions', 'Add a position', {
    Company: 'Mill',
    Title: 'Session musician',
    'Start date': '1999-05-01',
    'End date': '2003-05-01',
  });
  const bands = section(page, 'Bands');
  const drawer = bands.getByRole('form');
  const press = (button: string) => drawer.getByRole('button', { name: button, exact: true }).click();
  await bands.getByRole('button', { name: 'Add a band' }).click();
  await drawer.getByLabel('Name').fill('Never');
  await press('Cancel');
  for (const band of ['Rinds', 'Peels']) {
    await bands.getByRole('button', { name: 'Add a band' }).click();
    await drawer.getByLabel('Name').fill(band);
    await drawer.getByLabel('Start date').fill('2001-01-01');
    await drawer.getByLabel('Still a member').check();
    await press('Done');
  }
  await bands.getByRole('button', { name: 'Edit Peels' }).click();
  await press('Remove');
  await expect(bands.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('link', { name: 'View Profile' }).click();
  const warning = page.getByRole('dialog');
  await expect(warning.getByText('Are you sure you want to leave this page?', { exact: true })).toBeVisible();
  await warning.getByRole('button', { name: 'Stay' }).click();
  await saved(page);
  await section(page, 'Profile picture').getByRole('button', { name: 'Change Image' }).click();
  const editor = page.getByRole('dialog', { name: 'Change Image' });
  await editor.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toHaveCount(0);
  const { profileImg } = await me(page);
  const inNav = page.getByRole('button', { name: 'Account of Ida of the Marsh' }).locator('img');
  await expect(inNav).toHaveAttribute('src', profileImg!);
  await expect(inNav).toHaveClass(/rounded-full/);
  const listener = await freshPage(browser);
  await signUp(listener);
  const hello = { convo: { users: [id] }, message: { text: 'Hello, Ida' } };
  expect((await listener.request.post('/api/messages', { headers: HEADERS, data: hello })).status()).toBe(200);
  await listener.goto('/messages');
  await expect(listener.getByRole('main').locator(`img[src="${profileImg}"]`).first()).toBeVisible();
  await listener.context().close();

  await page.reload();
  await expect(username).toBeDisabled();
  for (const [label, text] of Object.entries({
    Username: `${name}2`,
    'First name': 'Ida',
    'Last name': 'Marsh',
    'Display name': 'Ida of the Marsh',
    Title: title,
    City: 'Memphis',
    Bio: bio,
  }))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  const again = await page.request.put(`/api/users/${id}`, { headers: HEADERS, data: { username: `${name}3` } });
  expect(again.status()).toBe(409);
  expect(await me(page)).toMatchObject({ username: `${name}2` });

  const db = openDatabase();
  await insertMedia(db, { musicianId: id, title: 'Reed Song' });
  await db.end();
  await visitor.goto(`/${name}2`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ida of the Marsh');
  await expect(visitor.getByRole('main').getByText('Ida Marsh', { exact: true })).toBeVisible();
  await expect(visitor.getByText(`${title.slice(0, 70)}…`, { exact: true })).toBeVisible();
  await expect(visitor.getByText(`${bio.slice(0, 66)}…`)).toBeVisible();
  await expect(visitor.getByText('Memphis, TN')).toBeVisible();
  await expect(visitor.getByText('$75.00')).toBeVisible();
  const card = visitor.getByRole('article').filter({ hasText: 'Reed Song' });
  await expect(card.getByRole('link', { name: 'Ida of the Marsh' })).toBeVisible();
  await expect(visitor.getByRole('main').locator(`img[src="${profileImg}"]`)).toBeVisible();
  for (const [tab, texts] of Object.entries({
    Donate: ['Venmo', '@ida', 'PayPal', 'ida@example.org'],
    Contact: ['Booking', 'https://ida.example/'],
    Schools: ['Berklee College of Music', "Master's"],
    Positions: ['Session musician', 'Mill'],
    Bands: ['Rinds', 'Jan 1, 2001 – present'],
    Albums: ['Ash', 'Upcoming', 'Bass: Ida', 'Feb 28, 2031'],
  })) {
    await visitor.getByRole('button', { name: tab, exact: true }).click();
    for (const text of texts) await expect(section(visitor, tab)).toContainText(text);
    await expect(visitor.getByRole('button', { name: /^Close / })).toHaveCount(1);
  }
  const album = section(visitor, 'Albums');
  await expect(album.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://ash.example/a');
  await visitor.context().close();
});
