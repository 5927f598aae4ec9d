import { professions, schools } from '@scoville/contract/community/profiles/profile-lookups.ts';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { newId } from '../../../testkit/accounts.ts';
import { fake, hold } from '../../../testkit/api.ts';
import {
  button,
  fillDrawer,
  openForm,
  openNewForm,
  saveForm,
  section,
  setPicture,
} from '../../../testkit/editing-profile.ts';
import { textsOf } from '../../../testkit/matchers.ts';
import { fakeImages } from '../../../testkit/samples/profile.ts';

const bands = section('Bands');
const drawer = bands.getByRole('form');
const rows = (list: Locator) => list.getByRole('listitem');
const RINDS = {
  id: newId(),
  name: 'Rinds',
  startDate: '2001-01-01',
  endDate: null,
  currentMember: true,
  notes: '',
  imageUrl: null,
};

test('PE-15 a new drawer gets the focus, reports missing fields, and returns the focus on Cancel', async () => {
  await openNewForm();
  const add = button('Add a band', bands);
  await add.click();
  await expect.element(drawer).toHaveAccessibleName('New band');
  await expect.element(drawer.getByLabelText('Name')).toHaveFocus();
  await expect.element(drawer.getByLabelText('Name')).toHaveValue('');
  await button('Done', drawer).click();
  for (const sentence of ['Name is required', 'Start date is required', 'End date is required'])
    await expect.element(drawer.getByText(sentence, { exact: true })).toBeVisible();
  await button('Cancel', drawer).click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
});

test('PE-15 a new band is saved with its period, notes and picture', async () => {
  const account = await openNewForm();
  const images = fakeImages(account);
  await fillDrawer(bands, 'Add a band', {
    Name: 'Rinds',
    'Start date': '2001-01-01',
    'End date': '1999-01-01',
    Notes: 'Two tours.',
  });
  await setPicture(drawer);
  await button('Done', drawer).click();
  await expect.element(drawer.getByText('The end date is before the start date.')).toBeVisible();
  await drawer.getByLabelText('Still a member').click();
  await expect.element(drawer.getByLabelText('End date')).toBeDisabled();
  await expect.element(drawer.getByLabelText('End date')).toHaveValue('');
  await button('Done', drawer).click();
  await expect.element(rows(bands)).toHaveTextContent('Rinds');
  const { id, imageUrl, ...fields } = (await saveForm(account), account.now().bands[0]!);
  expect(fields).toEqual({
    name: 'Rinds',
    startDate: '2001-01-01',
    endDate: null,
    currentMember: true,
    notes: 'Two tours.',
  });
  // The picture was sent only after the save, because that gave the band its id.
  expect(images.calls.map(({ body }) => body)).toEqual([{ imageType: 'band', targetId: id }]);
  expect(imageUrl).toBe(`/images/band/${id}/1/700.jpg`);
  await expect.element(rows(bands).getBySelector('img')).toHaveAttribute('src', imageUrl);
});

test('PE-16 PE-17 a saved band is changed with Done, kept with Cancel, and removed with Remove', async () => {
  const account = await openNewForm({ bands: [RINDS] });
  const edit = button('Edit Rinds', bands);
  await edit.click();
  for (const name of ['Remove', 'Cancel', 'Done']) await expect.element(button(name, drawer)).toBeVisible();
  await drawer.getByLabelText('Name').fill('Peels');
  await button('Cancel', drawer).click();
  await expect.element(rows(bands)).toHaveTextContent('Rinds');
  await edit.click();
  await expect.element(drawer.getByLabelText('Name')).toHaveValue('Rinds');
  await drawer.getByLabelText('Still a member').click();
  await drawer.getByLabelText('End date').fill('2002-02-02');
  await drawer.getByLabelText('Name').fill('Peels');
  await button('Done', drawer).click();
  await saveForm(account);
  expect(account.now().bands).toEqual([{ ...RINDS, name: 'Peels', endDate: '2002-02-02', currentMember: false }]);
  await button('Edit Peels', bands).click();
  await button('Remove', drawer).click();
  await expect.element(rows(bands)).toHaveLength(0);
  expect((await saveForm(account)).bands).toEqual([]);
});

test('PE-11 VA-21 VA-22 VA-23 PayPal takes an email, every other app a username', async () => {
  const account = await openNewForm();
  const donations = section('Donation methods');
  const done = button('Done', donations);
  await button('Add a donation method', donations).click();
  await done.click();
  await expect.element(donations.getByText('App is required', { exact: true })).toBeVisible();
  await expect.element(donations.getByText('Username is required', { exact: true })).toBeVisible();
  const app = donations.getByLabelText('App');
  for (const name of ['Cash App', 'Venmo', 'PayPal.me', 'Zelle']) {
    await app.selectOptions(name);
    await expect.element(donations.getByLabelText('Username')).toHaveAttribute('type', 'text');
  }
  await app.selectOptions('PayPal');
  const email = donations.getByLabelText('Email of your PayPal account');
  await expect.element(email).toHaveAttribute('type', 'email');
  await email.fill('x');
  await done.click();
  await expect.element(donations.getByText('Please enter a valid email.', { exact: true })).toBeVisible();
  await app.selectOptions('Cash App');
  await donations.getByLabelText('Username').fill('$ida');
  await done.click();
  await saveForm(account);
  expect(account.now().donationMethods).toMatchObject([{ appName: 'Cash App', username: '$ida' }]);
});

test('PE-12 VA-24 VA-25 a contact is a web address, a phone number or an email address', async () => {
  const account = await openNewForm();
  const contacts = section('Contact methods');
  const done = button('Done', contacts);
  await button('Add a contact method', contacts).click();
  await done.click();
  await expect.element(contacts.getByText('Title is required', { exact: true })).toBeVisible();
  await expect.element(contacts.getByText('Info is required', { exact: true })).toBeVisible();
  await contacts.getByLabelText('Title').fill('Booking');
  for (const wrong of ['ftp://x', 'abc', '123', 'javascript:alert(1)']) {
    await contacts.getByLabelText('Info').fill('(212) 555-0123');
    await expect.element(contacts.getByText('Info entered is invalid.')).not.toBeInTheDocument();
    await contacts.getByLabelText('Info').fill(wrong);
    await done.click();
    await expect.element(contacts.getByText('Info entered is invalid.', { exact: true })).toBeVisible();
  }
  await contacts.getByLabelText('Info').fill('(212) 555-0123');
  await done.click();
  await saveForm(account);
  expect(account.now().contactMethods).toMatchObject([{ title: 'Booking', info: '(212) 555-0123' }]);
});

test('PE-11 PE-12 saved donation and contact methods are shown, changed and removed', async () => {
  const account = await openNewForm({
    donationMethods: [{ id: newId(), appName: 'Cash App', username: '$ida' }],
    contactMethods: [{ id: newId(), title: 'Booking', info: '(212) 555-0123' }],
  });
  const lists = [
    [section('Donation methods'), 'Cash App', '$ida', 'Username', '$ida-marsh'],
    [section('Contact methods'), 'Booking', '(212) 555-0123', 'Info', 'https://ida.example/'],
  ] as const;
  for (const [list, name, before, label, text] of lists) {
    await expect.element(rows(list)).toHaveText(`${name}${before}Edit`);
    await button(`Edit ${name}`, list).click();
    await list.getByLabelText(label).fill(text);
    await button('Done', list).click();
    await expect.element(rows(list)).toHaveTextContent(text);
  }
  await saveForm(account);
  expect(account.now()).toMatchObject({
    donationMethods: [{ appName: 'Cash App', username: '$ida-marsh' }],
    contactMethods: [{ title: 'Booking', info: 'https://ida.example/' }],
  });
  for (const [list, name] of lists) {
    await button(`Edit ${name}`, list).click();
    await button('Remove', list).click();
  }
  expect(await saveForm(account)).toMatchObject({ donationMethods: [], contactMethods: [] });
});

const SCHOOL = {
  name: 'Berklee College of Music',
  field: 'Voice',
  degree: "Master's",
  startDate: '1990-09-01',
  endDate: '1994-06-30',
  currentStudent: false,
  loc: 'Boston',
};

test('suggestions that arrive after the focus has left their field do not open', async () => {
  await openNewForm();
  const list = section('Schools');
  const asked = hold(schools, { schools: ['Berklee College of Music'] });
  await button('Add a school', list).click();
  const name = list.getByLabelText('Name', { exact: true });
  await name.fill('Berklee');
  await expect.poll(() => asked.calls.length).toBe(1);
  await list.getByLabelText('Start date').fill('1990-09-01');
  asked.release();
  // An open list would hide the rest of the form from screen readers, and so from this query.
  await expect.poll(() => name.element().getAttribute('aria-expanded')).toBe('false');
  await button('Done', list).click();
  await expect.element(list.getByText('End date is required', { exact: true })).toBeVisible();
  await name.click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Berklee College of Music' })).toBeVisible();
});

test('PE-18 PE-19 VA-37 LM-01 a school is chosen from the suggestions and saved with its degree and period', async () => {
  const account = await openNewForm();
  const list = section('Schools');
  const asked = fake(schools, { schools: ['Berklee College of Music'] });
  await button('Add a school', list).click();
  await button('Done', list).click();
  for (const sentence of ['Name is required', 'Start date is required', 'End date is required'])
    await expect.element(list.getByText(sentence, { exact: true })).toBeVisible();
  const degrees = ['High School', "Associate's", "Bachelor's", "Master's", 'M.B.A', 'J.D.', 'M.D.', 'Ph.D.'];
  expect(textsOf(list.getByLabelText('Degree').getByRole('option'))).toEqual([
    'None',
    ...degrees,
    "Engineer's",
    'Other',
  ]);
  await userEvent.type(list.getByLabelText('Name'), 'berk');
  await page.getByRole('option', { name: SCHOOL.name }).click();
  await expect.element(list.getByLabelText('Name')).toHaveValue(SCHOOL.name);
  expect(asked.calls.at(-1)?.query).toEqual({ query: 'berk' });
  await list.getByLabelText('Field of study').fill(SCHOOL.field);
  await list.getByLabelText('Degree').selectOptions(SCHOOL.degree);
  await list.getByLabelText('Start date').fill(SCHOOL.startDate);
  await list.getByLabelText('End date').fill(SCHOOL.endDate);
  await list.getByLabelText('Location').fill(SCHOOL.loc);
  await button('Done', list).click();
  expect((await saveForm(account)).schools).toEqual([SCHOOL]);
  await openForm(account);
  await expect.element(rows(list)).toHaveTextContent(SCHOOL.name);
});

test('PE-20 PE-21 VA-37 LM-01 a position is chosen with the keyboard, and a current one has no end date', async () => {
  const account = await openNewForm();
  const list = section('Positions');
  const asked = fake(professions, { professions: ['Session musician'] });
  await button('Add a position', list).click();
  await button('Done', list).click();
  for (const sentence of ['Company is required', 'Title is required', 'Start date is required', 'End date is required'])
    await expect.element(list.getByText(sentence, { exact: true })).toBeVisible();
  await list.getByLabelText('Company').fill('Mill');
  await userEvent.type(list.getByLabelText('Title'), 'session m');
  await expect.element(page.getByRole('option', { name: 'Session musician' })).toBeVisible();
  expect(asked.calls.at(-1)?.query).toEqual({ query: 'session m' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(list.getByLabelText('Title')).toHaveValue('Session musician');
  await list.getByLabelText('Start date').fill('1999-05-01');
  await list.getByLabelText('Current employee').click();
  await expect.element(list.getByLabelText('End date')).toBeDisabled();
  await button('Done', list).click();
  expect((await saveForm(account)).professions).toEqual([
    { company: 'Mill', title: 'Session musician', startDate: '1999-05-01', endDate: null, currentEmployee: true },
  ]);
  await openForm(account);
  await expect.element(rows(list)).toHaveTextContent('Session musician');
});

test('VA-36 a new entry of every list reports all of its required fields, and no others', async () => {
  await openNewForm();
  for (const [name, add, fields] of [
    ['Donation methods', 'Add a donation method', ['App', 'Username']],
    ['Contact methods', 'Add a contact method', ['Title', 'Info']],
    ['Discography', 'Add an album', ['Title', 'Release date']],
    ['Bands', 'Add a band', ['Name', 'Start date', 'End date']],
    ['Schools', 'Add a school', ['Name', 'Start date', 'End date']],
    ['Positions', 'Add a position', ['Company', 'Title', 'Start date', 'End date']],
  ] as const) {
    const list = section(name);
    await button(add, list).click();
    await button('Done', list).click();
    const problems = list.getByText(/ is required$/);
    await expect.poll(() => textsOf(problems)).toEqual(fields.map((field) => `${field} is required`));
    await button('Cancel', list).click();
  }
});
