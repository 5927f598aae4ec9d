import { cancelEmailChange } from '@scoville/contract/community/own-account/email-change.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testkit/accessible.ts';
import { newId } from '../../../testkit/accounts.ts';
import { fake, refused } from '../../../testkit/api.ts';
import {
  addEntry,
  button,
  field,
  fillDrawer,
  openNewForm,
  save,
  saveForm,
  section,
  setPicture,
} from '../../../testkit/editing-profile.ts';
import { toast } from '../../../testkit/find.ts';
import { type KeptAccount, fakeImages, fakeProfile, publicUser } from '../../../testkit/samples/profile.ts';
import { address, settled } from '../../../testkit/screen.tsx';
import { PASSWORD } from '../../../testkit/sign-in.ts';

const bio = field('Bio');
const albums = section('Discography');
const titles = () =>
  albums
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')?.textContent);
const album = (title: string) => ({
  id: newId(),
  title,
  releaseDate: '2001-01-01',
  websiteUrl: '',
  credits: '',
  coverUrl: null,
});
const dialog = page.getByRole('dialog');
const question = dialog.getByText('Are you sure you want to leave this page?', { exact: true });
const viewProfile = page.getByRole('link', { name: 'View Profile' });

test('a field that another tab saved in the meantime is shown, and not sent back', async () => {
  const account = await openNewForm();
  const { id } = account.now();
  fakeImages(account);
  account.change({ bio: 'Written in the other tab.' });
  // Saving a picture here refetches the account.
  await setPicture(section('Profile picture'));
  await expect.element(section('Profile picture').getBySelector('img')).toBeInTheDocument();
  await settled();
  expect(localStorage.getItem(`profile-draft ${id}`)).toBeNull();
  await field('Title').fill('Piper');
  expect(await saveForm(account)).toEqual({ title: 'Piper' });
  await expect.element(bio).toHaveValue('Written in the other tab.');
  expect(account.now()).toMatchObject({ bio: 'Written in the other tab.', title: 'Piper' });
});

test('PE-13 an album added elsewhere in the meantime is kept in addition to the albums edited here', async () => {
  const [ash, salt, elsewhere] = [album('Ash'), album('Salt'), album('Added elsewhere')];
  const account = await openNewForm({ albums: [ash, salt] });
  account.change({ albums: [ash, elsewhere] });
  await button('Edit Ash', albums).click();
  await albums.getByLabelText('Credits').fill('Bass: Ida');
  await button('Done', albums).click();
  await addEntry(albums, 'Add an album', { Title: 'New here', 'Release date': '2002-02-02' });
  const { editedFrom } = await saveForm(account);
  expect(editedFrom).toEqual({ albums: { ids: [ash.id, salt.id], changed: [ash.id] } });
  await expect.poll(titles).toEqual(['Ash', 'New here', 'Added elsewhere']);
  const first = account.now().albums;
  expect(first).toMatchObject([{ id: ash.id, credits: 'Bass: Ida' }, { title: 'New here' }, { id: elsewhere.id }]);
  // Further edits start from the merged list.
  await button('Edit New here', albums).click();
  await button('Remove', albums).click();
  await saveForm(account);
  expect(account.now().albums).toEqual([first[0], first[2]]);
});

test('input during a save stays in fields, lists and an open drawer, and is sent with the next save', async () => {
  const account = await openNewForm();
  const contacts = section('Contact methods');
  const contact = (Title: string, Info: string) => ({ Title, Info });
  const answered = Promise.withResolvers<void>();
  const sent = fake(updateUser, async ({ body }) => {
    await answered.promise;
    return account.save(body);
  });
  await field('Display name').fill('Piper');
  await bio.fill('Plays at dawn.');
  await addEntry(contacts, 'Add a contact method', contact('Booking', 'booking@example.org'));
  await save.click();
  await expect.poll(() => sent.calls.length).toBe(1);

  await userEvent.type(bio, '{End} And at dusk.');
  await addEntry(contacts, 'Add a contact method', contact('Press', 'press@example.org'));
  await fillDrawer(contacts, 'Add a contact method', contact('Fans', 'fans@example.org'));
  await viewProfile.click();
  await expect.element(question).toBeVisible();
  await button('Stay', dialog).click();
  answered.resolve();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  await expect.element(save).not.toHaveAttribute('aria-busy');

  await expect.element(field('Display name')).toHaveValue('Piper');
  await expect.element(bio).toHaveValue('Plays at dawn. And at dusk.');
  await expect.element(contacts.getByLabelText('Info')).toHaveValue('fans@example.org');
  const first = account.now();
  expect(first).toMatchObject({ displayName: 'Piper', bio: 'Plays at dawn.', contactMethods: [{ title: 'Booking' }] });
  await save.click();
  await expect.poll(() => sent.calls.length).toBe(2);
  const { displayName, contactMethods } = sent.calls[1]!.body;
  expect(displayName).toBeUndefined();
  // An entry that was new in the first save is the same entry in the second one.
  expect(contactMethods?.map(({ id, title }) => [id, title])).toEqual([
    [first.contactMethods[0]!.id, 'Booking'],
    [undefined, 'Press'],
    [undefined, 'Fans'],
  ]);
  await expect.poll(() => account.now().bio).toBe('Plays at dawn. And at dusk.');
});

const cover = (account: KeptAccount) => account.now().albums[0]?.coverUrl;

test('PE-13 VA-31 an album is saved with the cover chosen before, which can be removed again', async () => {
  const account = await openNewForm();
  fakeImages(account);
  await button('Add an album', albums).click();
  await button('Done', albums).click();
  await expect.element(albums.getByText('Title is required')).toBeVisible();
  await expect.element(albums.getByText('Release date is required')).toBeVisible();
  const typed = {
    Title: 'Ash',
    'Release date': '2031-02-28',
    'Website URL': 'https://ash.example/a',
    Credits: 'Bass: Ida',
  };
  for (const [label, text] of Object.entries(typed)) await albums.getByLabelText(label).fill(text);
  await setPicture(albums);
  await button('Done', albums).click();
  expect((await saveForm(account)).albums).toEqual([
    { title: 'Ash', releaseDate: '2031-02-28', websiteUrl: 'https://ash.example/a', credits: 'Bass: Ida' },
  ]);
  expect(cover(account)).toMatch(/^\/images\/album\/.*\/700\.jpg$/);
  await button('Edit Ash', albums).click();
  await button('Remove Image', albums).click();
  await button('Remove', page.getByRole('dialog', { name: 'Remove image' })).click();
  await expect.element(button('Remove Image', albums)).not.toBeInTheDocument();
  expect(cover(account)).toBeNull();
});

/** Saves the profile with a new album, Ash, whose cover the server refuses. */
async function saveWithoutCover(): Promise<KeptAccount> {
  const account = await openNewForm();
  fake(uploadImage, refused(500, 'The disk is full.'));
  await fillDrawer(albums, 'Add an album', { Title: 'Ash', 'Release date': '2021-02-28' });
  await setPicture(albums);
  await button('Done', albums).click();
  await save.click();
  await expect.element(notAll).toBeVisible();
  await expect.element(save).not.toHaveAttribute('aria-busy');
  return account;
}
const notAll = page.getByText('Your profile was saved, but not all of its pictures. Save it again to try once more.');

test('PE-13 the cover of a new album is kept if its upload fails, and is sent with the next save', async () => {
  const account = await saveWithoutCover();
  await expect.element(toast('Successfully updated!')).not.toBeInTheDocument();
  expect(account.now().albums).toMatchObject([{ title: 'Ash', coverUrl: null }]);
  await viewProfile.click();
  await expect.element(question).toBeVisible();
  await button('Stay', dialog).click();
  fakeImages(account);
  await saveForm(account);
  expect(cover(account)).toMatch(/^\/images\/album\//);
  fakeProfile(publicUser(account.now()));
  await viewProfile.click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(account.now().displayName);
  expect(address()).toBe(`/${account.now().id}`);
});

test('the picture of a removed album is not sent, and the next save succeeds', async () => {
  const account = await saveWithoutCover();
  const images = fakeImages(account);
  await button('Edit Ash', albums).click();
  await button('Remove', albums).click();
  expect((await saveForm(account)).albums).toEqual([]);
  await expect.element(notAll).not.toBeInTheDocument();
  expect(images.calls).toEqual([]);
});

test('PE-05 a new email is saved with the password, waits for its link, and can be cancelled', async () => {
  const account = await openNewForm();
  const { id, email } = account.now();
  const wrong = 'The password is wrong.';
  const sent = fake(updateUser, ({ body }) =>
    body.password === PASSWORD ? account.save(body) : refused(400, wrong, [{ field: 'password', message: wrong }]),
  );
  await field('Email').fill('new@example.org');
  await bio.fill('Plays at dawn.');
  await save.click();
  const asking = page.getByRole('dialog', { name: 'Change your email?' });
  await expect
    .element(asking)
    .toHaveTextContent(
      `We mail a link to new@example.org. Your email stays ${email} until you open it; what else you changed here is saved now.`,
    );
  await expectAccessible();
  const password = asking.getByLabelText('Your password', { exact: true });
  await password.fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(asking.getByText(wrong)).toBeVisible();
  expect(account.now().bio).toBe('');
  await password.fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(asking).not.toBeInTheDocument();
  expect(sent.calls.at(-1)?.body).toEqual({ email: 'new@example.org', bio: 'Plays at dawn.', password: PASSWORD });
  await expect.element(toast('Successfully updated!')).toBeVisible();
  // The draft in the browser never contains a password.
  expect(localStorage.getItem(`profile-draft ${id}`)).toBeNull();
  await expect.element(field('Email')).toHaveValue(email);
  const notice = section('New email');
  await expect.element(notice).toHaveTextContent(`Until then you sign in with ${email}.`);
  fake(cancelEmailChange, () => {
    account.change({ pendingEmail: null });
    return account.now();
  });
  await button('Keep the present email', notice).click();
  await expect.element(notice).toHaveTextContent(`Your email stays ${email}.`);
});

test('PE-05 if the server sends no mail, the dialog announces that a new email applies immediately', async () => {
  await openNewForm({ newEmailWaits: false });
  await field('Email').fill('new@example.org');
  await save.click();
  await expect.element(dialog).toHaveTextContent('From now on you sign in with new@example.org.');
  await expect.element(dialog).not.toHaveTextContent('link');
});

test('PE-05 an email of another account is reported at its field, after the password dialog closed', async () => {
  await openNewForm();
  const taken = 'An existing user already has that email';
  fake(updateUser, refused(409, taken, [{ field: 'email', message: taken }]));
  await field('Email').fill('taken@example.org');
  await save.click();
  await dialog.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(taken).first()).toBeVisible();
  await expect.element(field('Email')).toHaveValue('taken@example.org');
});
