import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { US_STATES, places } from '@scoville/contract/platform/places.ts';
import { checkUnique } from '@scoville/contract/platform/lib/unique.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { musician } from '../../../testkit/accounts.ts';
import { fake, hold, raw } from '../../../testkit/api.ts';
import {
  expectNoSave,
  expectSave,
  field,
  openForm,
  openNewForm,
  save,
  saveForm,
  section,
} from '../../../testkit/editing-profile.ts';
import { expectNoSideways, textsOf } from '../../../testkit/matchers.ts';
import { keptAccount } from '../../../testkit/samples/profile.ts';
import { address, openScreen } from '../../../testkit/screen.tsx';

const text = (whole: string) => page.getByText(whole, { exact: true });

test('PE-03 PE-04 PE-23 PE-26 every single field is saved, and shown again after a reload', async () => {
  const account = await openNewForm();
  const typed = {
    'First name': 'Ida',
    'Last name': 'Marsh',
    'Display name': 'Ida of the Marsh',
    Title: 'Piper',
    'Years of experience': '7',
    'Hourly rate (USD)': '75.5',
    Bio: 'Plays at dawn.',
  };
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
  await page.getByLabelText('Self taught').click();
  expect(await saveForm(account)).toEqual({
    firstName: 'Ida',
    lastName: 'Marsh',
    displayName: 'Ida of the Marsh',
    title: 'Piper',
    experience: 7,
    hourlyRate: 75.5,
    bio: 'Plays at dawn.',
    selfTaught: true,
  });
  expect(account.saves.at(-1)?.params).toEqual({ id: account.now().id });
  await openForm(account);
  for (const [label, value] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(value);
  await expect.element(page.getByLabelText('Self taught')).toBeChecked();
});

test('PE-03 PE-04 experience and hourly rate take numbers only, and can be emptied again', async () => {
  const account = await openNewForm({ experience: 7, hourlyRate: 75.5, selfTaught: true });
  for (const [label, wrong, sentence] of [
    ['Years of experience', 'seven', 'Years of experience are a whole number from 0 to 100.'],
    ['Hourly rate (USD)', 'a lot', 'The hourly rate is an amount in US dollars, such as 75 or 75.50.'],
  ] as const) {
    await field(label).fill(wrong);
    await userEvent.tab();
    await expect.element(text(sentence)).toBeVisible();
    await expectNoSave();
    await field(label).fill('');
  }
  await page.getByLabelText('Self taught').click();
  expect(await saveForm(account)).toEqual({ experience: null, hourlyRate: null, selfTaught: false });
});

test('RT-27 the form sends a visitor to the login screen, which returns to the form', async () => {
  const person = musician({ firstName: 'Ida' });
  await openScreen('/account/profile');
  await expect.poll(address).toBe('/login');
  fake(login, () => {
    keptAccount(person);
    return person;
  });
  await page.getByLabelText('Email').fill(person.email);
  await field('Password').fill('a kettle full of songs');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/account/profile');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  await expect.element(field('First name')).toHaveValue('Ida');
});

test('PE-24 PE-25 VA-26 VA-27 VA-28 a missing name or email shows at its field, and Save has a tooltip', async () => {
  await openNewForm();
  for (const [label, sentence] of [
    ['First name', 'First name is required.'],
    ['Last name', 'Last name is required.'],
    ['Email', 'Email is required.'],
  ] as const) {
    const before = (field(label).element() as HTMLInputElement).value;
    await field(label).fill('');
    await userEvent.tab();
    await expect.element(text(sentence)).toBeVisible();
    await expectNoSave();
    await save.hover();
    await expect.element(page.getByRole('tooltip')).toHaveText('Make sure all Required fields have been completed.');
    await page.getByRole('heading', { level: 1 }).hover();
    await field(label).fill(before);
    await expect.element(text(sentence)).not.toBeInTheDocument();
    await expectSave();
  }
  await field('Email').fill('x@');
  await userEvent.tab();
  await expect.element(text('Please enter a valid email.')).toBeVisible();
  await expectNoSave();
});

test('a tap on the disabled Save reports all invalid fields and focuses the first one', async () => {
  const account = await openNewForm();
  await field('Last name').fill('');
  await field('Years of experience').fill('many');
  // Clicked without hovering, as on a touch screen. The button is only marked as disabled (`aria-disabled`).
  (save.element() as HTMLElement).click();
  await expect.element(field('Last name')).toHaveFocus();
  await expect.element(text('Last name is required.')).toBeVisible();
  await expect.element(text('Years of experience are a whole number from 0 to 100.')).toBeVisible();
  expect(account.saves).toEqual([]);
});

test('PE-09 choosing a suggested town sets its state, and Enter before suggestions arrive saves nothing', async () => {
  const account = await openNewForm();
  const towns = hold(places, { places: [{ city: 'Memphis', state: 'TN' }], timeZone: null });
  await userEvent.type(field('City'), 'memph');
  await expect.poll(() => towns.calls.map(({ query }) => query.query)).toEqual(['memph']);
  await userEvent.keyboard('{Enter}');
  towns.release();
  const option = page.getByRole('option', { name: 'Memphis, TN' });
  await expect.element(option).toBeVisible();
  expect(account.saves).toEqual([]);
  await option.click();
  await expect.element(field('City')).toHaveValue('Memphis');
  await expect.element(field('State')).toHaveValue('TN');
  expect(textsOf(field('State').getByRole('option'))).toEqual(['Choose a state', ...Object.values(US_STATES)]);
  expect(Object.keys(US_STATES)).toHaveLength(56);
  expect(await saveForm(account)).toEqual({ address: { city: 'Memphis', state: 'TN' } });
});

test('the form fits a phone, and a drawer works from the keyboard', async () => {
  await page.viewport(390, 844);
  await openNewForm();
  await expectNoSideways();
  const bands = section('Bands');
  (bands.getByRole('button', { name: 'Add a band' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bands.getByLabelText('Name')).toHaveFocus();
  await expectNoSideways();
  await userEvent.keyboard('Rinds{Enter}');
  await expect.element(bands.getByText('Start date is required')).toBeVisible();
  await expect.element(bands.getByLabelText('Start date')).toHaveFocus();
});

test('VA-38 a username that could not be checked keeps Save disabled until another check succeeds', async () => {
  await openNewForm();
  fake(checkUnique, raw(500, '{"message":"No.","errors":[]}'));
  await field('Username').fill('ida1');
  await expect.element(text('This username could not be checked. Try again in a moment.')).toBeVisible();
  await expectNoSave();
  fake(checkUnique, { isUnique: true });
  await field('Username').fill('ida2');
  await expectSave();
});
