import { addPerformance } from '@scoville/contract/community/performances.ts';
import { places } from '@scoville/contract/platform/places.ts';
import { genres } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake, lost } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { fakeProfile, publicUser } from '../../testkit/samples/profile.ts';
import { dayIn, keptShows, show } from '../../testkit/samples/shows.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { inTimeZone } from '../../testkit/time-zone.ts';

inTimeZone('America/Chicago');

const SHOWS = '/account/performances';
const ADD = '/account/performances?add=true';
const form = page.getByRole('form');
const upcoming = page.getByRole('list', { name: 'Upcoming shows', exact: true });
const rows = upcoming.getByRole('listitem');
const field = (label: string, within: Pick<Locator, 'getByLabelText'> = page) =>
  within.getByLabelText(label, { exact: true });
const press = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true }).click();
const zone = field('Time zone of the venue');
const town = page.getByRole('combobox', { name: 'Town' });
const genresLink = page.getByRole('link', { name: 'Genres', exact: true }).first();
const dialog = page.getByRole('dialog');

/** Fills the required fields of a show. */
async function fillShow(name: string, within: Pick<Locator, 'getByLabelText'> = page): Promise<void> {
  await field('Name', within).fill(name);
  await field('Date', within).fill(dayIn(2));
  await field('Time', within).fill('20:00');
}

test('SW-01 the form for a new show opens by its button and by its address, and Cancel closes it', async () => {
  const me = musician();
  keptShows(me);
  await openScreen(SHOWS, { as: me });
  await expect.element(page.getByText('You have no upcoming shows.')).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  await press('Add a show');
  await expect.element(form).toBeVisible();
  expect(address()).toBe(ADD);
  await openScreen(ADD, { as: me });
  await expect.element(form).toBeVisible();
  await press('Cancel');
  await expect.element(form).not.toBeInTheDocument();
  expect(address()).toBe(SHOWS);
});

test('VA-34 VA-36 a show without name, date and time is not sent, and each field shows an error', async () => {
  const me = musician();
  const { added } = keptShows(me);
  await openScreen(ADD, { as: me });
  await press('Save');
  for (const label of ['Name', 'Date', 'Time'])
    await expect.element(field(label)).toHaveAccessibleDescription(`${label} is required`);
  expect(textsOf(form.getByText(/ is required$/))).toEqual(['Name', 'Date', 'Time'].map((one) => `${one} is required`));
  expect(added).toEqual([]);
});

test('a field that was changed elsewhere while a show is edited is not sent back', async () => {
  const me = musician();
  const kettle = show({ name: 'Kettle Night', date: dayIn(2), town: 'Memphis, TN' });
  const shows = keptShows(me, [kettle]);
  fake(places, { places: [], timeZone: 'America/Chicago' });
  await openScreen(SHOWS, { as: me });
  await press('Edit Kettle Night');
  await expect.element(field('Date')).toHaveValue(dayIn(2));
  shows.change(kettle.id, { date: dayIn(9), time: '21:30' });
  await field('Ticket link').fill('https://tickets.example.org/kettle');
  await press('Save');
  await expect.element(rows).toHaveTextContent('at 9:30 PM');
  expect(shows.changed.map(({ body }) => body)).toEqual([{ ticketLink: 'https://tickets.example.org/kettle' }]);
});

test('SW-05 a new show gets the time zone of its musician’s town, which doesn’t count as unsaved input', async () => {
  const me = musician({ address: { city: 'Honolulu', state: 'HI' } });
  keptShows(me);
  fake(places, { places: [], timeZone: 'Pacific/Honolulu' });
  fake(genres, { genres: [], total: 0 });
  await openScreen(ADD, { as: me });
  await expect.element(zone).toHaveValue('Pacific/Honolulu');
  await genresLink.click();
  await expect.poll(address).toBe('/genres');
});

const ZONES: Record<string, string> = { 'Memphis, TN': 'America/Chicago', 'Phoenix, AZ': 'America/Phoenix' };
const fakePlaces = () =>
  fake(places, ({ query: { query } }) => ({
    places: query.startsWith('memphis') ? [{ city: 'Memphis', state: 'TN' }] : [],
    timeZone: ZONES[query] ?? null,
  }));

test('SW-05 the town of a show sets its time zone, which can still be chosen by hand', async () => {
  const me = musician();
  const { added } = keptShows(me);
  fakePlaces();
  await openScreen(ADD, { as: me });
  await zone.selectOptions('Europe/Rome');
  await town.fill('memphis, t');
  await page.getByRole('option', { name: 'Memphis, TN' }).click();
  await expect.element(town).toHaveValue('Memphis, TN');
  await expect.element(zone).toHaveValue('America/Chicago');
  await zone.selectOptions('America/New_York');
  await fillShow('Kettle Night');
  await field('Venue').fill('Minglewood Hall');
  await press('Save');
  await expect.element(rows).toHaveTextContent(/at 8:00 PM E[DS]T/);
  await expect.element(rows).toHaveTextContent('Minglewood Hall, Memphis, TN');
  expect(added.at(-1)?.body).toMatchObject({ town: 'Memphis, TN', timeZone: 'America/New_York' });
});

test('SW-05 a chosen time zone is kept until the town changes, also if Save follows immediately', async () => {
  const me = musician();
  const kettle = show({ name: 'Kettle Night', town: 'Memphis, TN', timeZone: 'America/New_York' });
  const { changed } = keptShows(me, [kettle]);
  fakePlaces();
  await openScreen(SHOWS, { as: me });
  await press('Edit Kettle Night');
  await expect.element(zone).toHaveValue('America/New_York');
  await town.fill('Phoenix, AZ');
  // The suggestions cover the form until the field loses the focus.
  await field('Venue').click();
  await press('Save');
  await expect.element(rows).toHaveTextContent('at 8:00 PM MST');
  expect(changed.map(({ body }) => body)).toEqual([{ town: 'Phoenix, AZ', timeZone: 'America/Phoenix' }]);
});

test('leaving a form with unsaved input asks for confirmation', async () => {
  const me = musician();
  keptShows(me);
  await openScreen(ADD, { as: me });
  await field('Name').fill('Half a show');
  await genresLink.click();
  await expect.element(dialog).toHaveTextContent('Are you sure you want to leave this page?');
  await press('Stay', dialog);
  await expect.element(field('Name')).toHaveValue('Half a show');
});

test('a show’s form keeps its input while another show is edited or added', async () => {
  const me = musician();
  keptShows(me, [show({ name: 'Kettle Night' }), show({ name: 'Smoke Night' })]);
  // The pointer passes over the link to the profile in the menu, which preloads the profile.
  fakeProfile(publicUser(me));
  await openScreen(SHOWS, { as: me });
  const one = page.getByRole('form', { name: 'Edit Kettle Night' });
  const other = page.getByRole('form', { name: 'Edit Smoke Night' });
  const added = page.getByRole('form', { name: 'Add a show' });
  await press('Edit Kettle Night');
  await field('Venue', one).fill('Minglewood Hall');
  await press('Edit Smoke Night');
  await press('Cancel', other);
  await expect.element(other).not.toBeInTheDocument();
  await expect.element(field('Venue', one)).toHaveValue('Minglewood Hall');

  // The form for a new show opens and closes while the other form is open. Only leaving the page asks for confirmation.
  await press('Add a show');
  await fillShow('Oven Night', added);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: /^Shows/ }).click();
  await expect.element(dialog).toHaveTextContent('Are you sure you want to leave this page?');
  await press('Stay', dialog);
  await press('Save', added);
  await expect.element(added).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe(SHOWS);
  await expect.element(rows).toHaveLength(3);

  await expect.element(field('Venue', one)).toHaveValue('Minglewood Hall');
  await press('Save', one);
  await expect.element(one).not.toBeInTheDocument();
  await expect.element(upcoming).toHaveTextContent('Minglewood Hall');
});

test('a show whose response was lost is retried with the same key, so that it is added once', async () => {
  const me = musician();
  const shows = keptShows(me);
  const attempt = fake(addPerformance, lost());
  await openScreen(ADD, { as: me });
  await fillShow('Only once');
  await press('Save');
  await expect.element(form.getByRole('alert')).toHaveText('No connection. Check your network and try again.');
  const again = fake(addPerformance, show({ name: 'Only once', performer: me.id }));
  await press('Save');
  await expect.element(form).not.toBeInTheDocument();
  expect(shows.added).toEqual([]);
  const key = attempt.calls.at(0)?.headers.get('idempotency-key');
  expect(key).toMatch(/./);
  expect(again.calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key]);
});
