import { type Page, expect, test } from './testkit/test.ts';
import { musician } from './testkit/people.ts';
import { toast } from './testkit/reviewing.ts';

// The musician lives in Memphis, and the browser has the time zone of Memphis.
test.use({ timezoneId: 'America/Chicago' });

const DAY = 24 * 3600 * 1000;
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
/** Checks that the account's menu shows this number of upcoming shows. */
const expectShowsInMenu = async (page: Page, count: number): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  const entry = page.getByRole('menuitem', { name: /^Shows/ });
  await expect(entry).toHaveText(`Shows${count}`);
  await expect(entry).toHaveAttribute('href', '/account/performances');
  await page.keyboard.press('Escape');
};

test('SW-02 SW-03 SW-04 SW-05 SW-07 MB-09 J-09 a musician adds a show, changes it, and finds it among the past shows once its day is over', async ({
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

  // The form has all the saved values, and the ticket link with `https://`. A date in the past makes it a past show.
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

  await page.getByRole('button', { name: 'Remove Second Night' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Shows are listed here once their day is over.')).toBeVisible();
});
