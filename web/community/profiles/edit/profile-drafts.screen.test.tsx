import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '../../../testkit/accounts.ts';
import {
  addEntry,
  button,
  field,
  fillDrawer,
  openForm,
  openNewForm,
  saveForm,
  section,
} from '../../../testkit/editing-profile.ts';
import { type KeptAccount, fakeProfile, publicUser } from '../../../testkit/samples/profile.ts';
import { address, leaveScreen } from '../../../testkit/screen.tsx';

const bio = field('Bio');
const bands = section('Bands');
const contacts = section('Contact methods');
const albums = section('Discography');
const restored = page.getByText('Your unsaved changes from last time have been restored.');
const dialog = page.getByRole('dialog');
const question = dialog.getByText('Are you sure you want to leave this page?', { exact: true });
const viewProfile = page.getByRole('link', { name: 'View Profile' });
const album = (title: string) => ({
  id: newId(),
  title,
  releaseDate: '2002-02-02',
  websiteUrl: '',
  credits: '',
  coverUrl: null,
});

/** Opens the form as after a crash of the browser, which gave the page no chance to clean up. */
async function openAfterCrash(account: KeptAccount): Promise<void> {
  const kept = Object.entries(localStorage);
  leaveScreen();
  for (const [name, value] of kept) localStorage.setItem(name, value as string);
  await openForm(account);
}

test('PE-22 PE-29 MB-14 leaving with unsaved changes asks first, and loses them only if confirmed', async () => {
  const account = await openNewForm();
  fakeProfile(publicUser(account.now()));
  await bio.fill('Not yet.');
  await viewProfile.click();
  await expect.element(question).toBeVisible();
  await button('Stay', dialog).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(bio).toHaveValue('Not yet.');
  await viewProfile.click();
  await button('Leave', dialog).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(account.now().displayName);
  expect(address()).toBe(`/${account.now().id}`);
  await openAfterCrash(account);
  await expect.element(bio).toHaveValue('');
  await expect.element(restored).not.toBeInTheDocument();
});

test('PE-22 PE-29 Cancel undoes unsaved changes, and Undo restores them', async () => {
  const account = await openNewForm();
  await bio.fill('Not yet.');
  await button('Cancel').click();
  await expect.element(bio).toHaveValue('');
  // Undo matters on a phone, where a thumb can hit Cancel instead of Save beside it.
  await button('Undo').click();
  await expect.element(bio).toHaveValue('Not yet.');
  await expect.element(restored).not.toBeInTheDocument();
  await button('Cancel').click();
  await expect.element(bio).toHaveValue('');
  expect(account.saves).toEqual([]);
});

test('unsaved fields, lists and an open drawer are restored after the browser was closed, until Discard', async () => {
  const account = await openNewForm();
  await bio.fill('Half a sentence');
  await addEntry(contacts, 'Add a contact method', { Title: 'Booking', Info: 'a@b.co' });
  await fillDrawer(bands, 'Add a band', { Name: 'The Rin' });
  await openAfterCrash(account);
  await expect.element(restored).toBeVisible();
  await expect.element(bio).toHaveValue('Half a sentence');
  await expect.element(contacts.getByRole('listitem')).toHaveTextContent('Booking');
  await expect.element(bands.getByLabelText('Name')).toHaveValue('The Rin');
  await button('Discard').click();
  await expect.element(bio).toHaveValue('');
  await expect.element(contacts.getByRole('listitem')).toHaveLength(0);
  await expect.element(bands.getByLabelText('Name')).not.toBeInTheDocument();
  await expect.element(restored).not.toBeInTheDocument();
});

test('the draft of a list that another device has changed since is dropped', async () => {
  const account = await openNewForm();
  await bio.fill('Still fits.');
  await addEntry(albums, 'Add an album', { Title: 'Typed here', 'Release date': '2001-01-01' });
  await expect.element(albums.getByRole('listitem')).toHaveTextContent('Typed here');
  account.change({ albums: [album('Added elsewhere')] });
  await openAfterCrash(account);
  await expect.element(bio).toHaveValue('Still fits.');
  await expect.element(albums.getByRole('listitem')).toHaveText(/^Added elsewhere/);
  expect(await saveForm(account)).toEqual({ bio: 'Still fits.' });
});

test('the draft of a field that another device has changed since is dropped', async () => {
  const account = await openNewForm();
  await bio.fill('Typed here.');
  await field('Title').fill('Piper');
  account.change({ bio: 'Written elsewhere.' });
  await openAfterCrash(account);
  await expect.element(field('Title')).toHaveValue('Piper');
  await expect.element(bio).toHaveValue('Written elsewhere.');
});
