import { type Locator, type Page, expect, test } from './test.ts';
import { expectAccessible } from './accessible.ts';
import { HEADERS, musician, signIn, signUp, somebody } from './people.ts';
import { toast } from './reviewing.ts';

// A musician of Memphis, in a browser of Memphis.
test.use({ timezoneId: 'America/Chicago' });

const DAY = 24 * 3600 * 1000;
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const form = (page: Page) => page.getByRole('form');
/** The menu of the account says that there are so many shows to come. */
const expectShowsInMenu = async (page: Page, count: number): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  const entry = page.getByRole('menuitem', { name: /^Shows/ });
  await expect(entry).toHaveText(`Shows${count}`);
  await expect(entry).toHaveAttribute('href', '/account/performances');
  await page.keyboard.press('Escape');
};

test('RT-29 the shows are for those who are signed in, and lead back after it', async ({ page, context }) => {
  const person = await signUp(page);
  await context.clearCookies();
  await page.goto('/account/performances');
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
  await expect(page).toHaveURL('/account/performances');
  await expect(page.getByRole('heading', { name: 'Shows', exact: true })).toBeVisible();
});

test('SW-01 VA-34 J-09 the address may open the form, which says what a show needs', async ({ page }) => {
  await musician(page);
  await page.goto('/account/performances');
  await expect(page.getByText('You have no upcoming shows.')).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await page.goto('/account/performances?add=true');
  await expect(form(page)).toBeVisible();
  let asked = false;
  page.on('request', (request) => (asked ||= request.method() === 'POST' && request.url().includes('performances')));
  await page.getByRole('button', { name: 'Save' }).click();
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Date', 'Date is required'],
    ['Time', 'Time is required'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text);
  expect(asked).toBe(false);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL('/account/performances');
});

test('SW-02 SW-03 SW-04 SW-05 SW-07 MB-09 J-09 a musician adds a show, changes it, and finds it past when its day is over', async ({
  page,
}) => {
  await musician(page);
  await page.goto('/account/performances');
  await expectShowsInMenu(page, 0);
  await page.getByRole('button', { name: 'Add a show' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Kettle Night');
  await page.getByLabel('Date', { exact: true }).fill(dayIn(1));
  await page.getByLabel('Time', { exact: true }).fill('20:00');
  await expect(page.getByLabel('Time zone of the venue')).toHaveValue('America/Chicago');
  await page.getByLabel('Venue', { exact: true }).fill('Minglewood Hall');
  await page.getByLabel('Ticket link').fill('tickets.example.org/kettle');
  await page.getByLabel('Admission in dollars').fill('5');
  await page.getByLabel('Additional info').fill('Doors at seven.');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(new URL((await sent).url()).pathname).toBe('/api/performances/');
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  const upcoming = list(page, 'Upcoming shows').getByRole('listitem');
  await expect(upcoming).toHaveCount(1);
  await expect(upcoming).toContainText('Kettle Night');
  await expect(upcoming).toContainText('at 8:00 PM');
  await expect(upcoming).toContainText('Minglewood Hall · Admission $5.00');
  await expectShowsInMenu(page, 1);

  // The clock alone decides: by the address, too, nothing of it is lost.
  await page.getByRole('button', { name: 'Edit Kettle Night' }).click();
  for (const [label, value] of [
    ['Name', 'Kettle Night'],
    ['Date', dayIn(1)],
    ['Time', '20:00'],
    ['Ticket link', 'https://tickets.example.org/kettle'],
    ['Additional info', 'Doors at seven.'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await page.getByLabel('Name', { exact: true }).fill('Second Night');
  await page.getByLabel('Date', { exact: true }).fill(dayIn(-1));
  const changed = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(new URL((await changed).url()).pathname).toMatch(/^\/api\/performances\/[0-9a-f-]{36}$/);
  await expect(list(page, 'Past shows').getByRole('listitem')).toContainText('Second Night');
  await expect(page.getByText('You have no upcoming shows.')).toBeVisible();
  await expectShowsInMenu(page, 0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Remove Second Night' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Shows are listed here once their day is over.')).toBeVisible();
});

test('a date that was changed elsewhere while a show was edited stays', async ({ page }) => {
  await musician(page);
  const show = { name: 'Kettle Night', date: dayIn(2), time: '20:00', town: 'Memphis, TN' };
  const added = await page.request.post('/api/performances/', { headers: HEADERS, data: show });
  const { id } = (await added.json()) as { id: string };
  await page.goto('/account/performances');
  await page.getByRole('button', { name: 'Edit Kettle Night' }).click();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(dayIn(2));
  const data = { date: dayIn(9), time: '21:30' };
  expect((await page.request.put(`/api/performances/${id}`, { headers: HEADERS, data })).status()).toBe(200);
  await page.getByLabel('Ticket link').fill('https://tickets.example.org/kettle');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await (await saved).json()).toMatchObject({
    ...show,
    ...data,
    ticketLink: 'https://tickets.example.org/kettle',
  });
  await expect(list(page, 'Upcoming shows').getByRole('listitem')).toContainText('at 9:30 PM');
});

test('SW-05 J-09 the town of a show sets its time zone, which can still be chosen by hand', async ({ page }) => {
  const id = await musician(page);
  const zone = page.getByLabel('Time zone of the venue');
  const town = page.getByRole('combobox', { name: 'Town' });
  const data = { address: { city: 'Honolulu', state: 'HI' } };
  expect((await page.request.put(`/api/users/${id}`, { headers: HEADERS, data })).status()).toBe(200);
  await page.goto('/account/performances?add=true');
  await expect(zone).toHaveValue('Pacific/Honolulu');
  // Nothing was typed yet that could be lost.
  await page.getByRole('link', { name: 'Genres', exact: true }).first().click();
  await expect(page).toHaveURL('/genres');
  await page.goto('/account/performances?add=true');
  await town.fill('memphis, t');
  await page.getByRole('option', { name: 'Memphis, TN' }).click();
  await expect(town).toHaveValue('Memphis, TN');
  await expect(zone).toHaveValue('America/Chicago');
  await zone.selectOption('America/New_York');
  await page.getByLabel('Name', { exact: true }).fill('Kettle Night');
  await page.getByLabel('Date', { exact: true }).fill(dayIn(2));
  await page.getByLabel('Time', { exact: true }).fill('20:00');
  await page.getByLabel('Venue', { exact: true }).fill('Minglewood Hall');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const show = list(page, 'Upcoming shows').getByRole('listitem');
  await expect(show).toContainText(/at 8:00 PM E[DS]T/);
  await expect(show).toContainText('Minglewood Hall, Memphis, TN');

  // What was chosen stays, until another town is named: also by whoever saves before its zone is shown.
  await page.getByRole('button', { name: 'Edit Kettle Night' }).click();
  await expect(zone).toHaveValue('America/New_York');
  await town.fill('Phoenix, AZ');
  // What is suggested stands in front of the form until the field is left.
  await page.getByLabel('Venue', { exact: true }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ town: 'Phoenix, AZ', timeZone: 'America/Phoenix' });
  await expect(show).toContainText('at 8:00 PM MST');
});

test('AC-05 AC-06 J-09 the overview lists what a musician will play, and has played', async ({ page }) => {
  await musician(page);
  await page.goto('/account/overview');
  await expect(page.getByText('You have no upcoming shows.')).toBeVisible();
  await expect(page.getByText('Shows are listed here once their day is over.')).toBeVisible();
  for (const [name, date] of [
    ['Kettle Night', dayIn(1)],
    ['Long ago', dayIn(-1)],
  ] as const) {
    const data = { name, date, time: '20:00', timeZone: 'America/Chicago', cost: 5 };
    expect((await page.request.post('/api/performances/', { headers: HEADERS, data })).status()).toBe(200);
  }
  await page.reload();
  const upcoming = list(page, 'Upcoming shows').getByRole('listitem');
  await expect(upcoming).toHaveCount(1);
  await expect(upcoming).toContainText('Kettle Night');
  await expect(upcoming).toContainText('Admission $5.00');
  const past = list(page, 'Past shows').getByRole('listitem');
  await expect(past).toHaveCount(1);
  await expect(past).toContainText('Long ago');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add and change shows' }).click();
  await expect(page).toHaveURL('/account/performances');
});

test('AC-05 the overview of a listener lists shows once there is one', async ({ page }) => {
  const listener = { ...somebody('Ana'), _type: 'Listener' };
  await signUp(page, listener);
  await page.goto('/account/overview');
  await expect(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upcoming shows' })).toBeHidden();
  const data = { name: 'Open Stage', date: dayIn(1), time: '20:00', timeZone: 'America/Chicago' };
  expect((await page.request.post('/api/performances/', { headers: HEADERS, data })).status()).toBe(200);
  await page.reload();
  await expect(list(page, 'Upcoming shows').getByRole('listitem')).toContainText('Open Stage');
});

test('what was typed is not left without a question', async ({ page }) => {
  await musician(page);
  await page.goto('/account/performances?add=true');
  await page.getByLabel('Name', { exact: true }).fill('Half a show');
  await page.getByRole('link', { name: 'Genres', exact: true }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to leave this page?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a show');
});

test('a show that is being changed keeps what was typed while another one is changed or added', async ({ page }) => {
  await musician(page);
  for (const name of ['Kettle Night', 'Smoke Night']) {
    const data = { name, date: dayIn(2), time: '20:00', timeZone: 'America/Chicago' };
    expect((await page.request.post('/api/performances/', { headers: HEADERS, data })).status()).toBe(200);
  }
  await page.goto('/account/performances');
  const one = page.getByRole('form', { name: 'Edit Kettle Night' });
  const other = page.getByRole('form', { name: 'Edit Smoke Night' });
  const added = page.getByRole('form', { name: 'Add a show' });
  const venue = (form: Locator) => form.getByLabel('Venue', { exact: true });
  await page.getByRole('button', { name: 'Edit Kettle Night' }).click();
  await venue(one).fill('Minglewood Hall');
  await page.getByRole('button', { name: 'Edit Smoke Night' }).click();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await expect(other).toHaveCount(0);
  await expect(venue(one)).toHaveValue('Minglewood Hall');

  // A new one comes and goes beside it without a question, and is there once.
  await page.getByRole('button', { name: 'Add a show' }).click();
  await added.getByLabel('Name', { exact: true }).fill('Oven Night');
  await added.getByLabel('Date', { exact: true }).fill(dayIn(1));
  await added.getByLabel('Time', { exact: true }).fill('20:00');
  // A page without its form would lose it.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: /^Shows/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to leave this page?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(added).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/account/performances');
  await expect(list(page, 'Upcoming shows').getByRole('listitem')).toHaveCount(3);

  await expect(venue(one)).toHaveValue('Minglewood Hall');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(one).toHaveCount(0);
  await expect(list(page, 'Upcoming shows')).toContainText('Minglewood Hall');
});

test('a show whose answer is lost is added once, although it is saved again', async ({ page }) => {
  await musician(page);
  let isLost = true;
  await page.route('**/api/performances/', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  await page.goto('/account/performances?add=true');
  await page.getByLabel('Name', { exact: true }).fill('Only once');
  await page.getByLabel('Date', { exact: true }).fill(dayIn(1));
  await page.getByLabel('Time', { exact: true }).fill('20:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(form(page).getByRole('alert')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(form(page)).toHaveCount(0);
  await page.reload();
  await expect(list(page, 'Upcoming shows').getByRole('listitem')).toHaveText([/Only once/]);
});
