import { type Locator, type Page, expect, test } from './test.ts';
import { image } from '../fixtures/files.ts';
import { expectAccessible, expectAccessibleNow, expectNoSideways } from './accessible.ts';
import { me, openForm, save, saved, section } from './editing-profile.ts';
import { HEADERS, asAdministrator, beVisitor, signIn, signUp } from './people.ts';
import { toast } from './reviewing.ts';
import { expectTooltip } from './tooltips.ts';

test('PE-03 PE-04 PE-23 PE-26 every single field is kept, and shown again after a reload', async ({ page }) => {
  const id = await openForm(page);
  const typed = {
    'First name': 'Ida',
    'Last name': 'Marsh',
    'Display name': 'Ida of the Marsh',
    Title: 'Piper',
    'Years of experience': '7',
    'Hourly rate (USD)': '75.5',
    Bio: 'Plays at dawn.',
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Self taught').check();
  await expectAccessible(page);
  const request = page.waitForRequest((one) => one.method() === 'PUT');
  await saved(page);
  expect(new URL((await request).url()).pathname).toBe(`/api/users/${id}`);
  await page.reload();
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel('Self taught')).toBeChecked();
  expect(await me(page)).toMatchObject({ experience: 7, hourlyRate: 75.5, selfTaught: true, name: 'Ida Marsh' });

  for (const [label, wrong, sentence] of [
    ['Years of experience', 'seven', 'Years of experience are a whole number from 0 to 100.'],
    ['Hourly rate (USD)', 'a lot', 'The hourly rate is an amount in US dollars, such as 75 or 75.50.'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(wrong);
    await field.blur();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await field.fill('');
  }
  await page.getByLabel('Self taught').uncheck();
  await saved(page);
  expect(await me(page)).toMatchObject({ experience: null, hourlyRate: null, selfTaught: false });
});

test('RT-27 the form is for members: a visitor signs in first, and comes to it then', async ({ page }) => {
  const person = await signUp(page);
  await beVisitor(page);
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue(person.firstName);
});

test('PE-24 PE-25 VA-26 VA-27 VA-28 what is required is said, and nothing is saved without it', async ({ page }) => {
  await openForm(page);
  for (const [label, sentence] of [
    ['First name', 'First name is required.'],
    ['Last name', 'Last name is required.'],
    ['Email', 'Email is required.'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill('');
    await field.blur();
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await expectTooltip(save(page), 'Make sure all Required fields have been completed.', { force: true });
    await page.mouse.move(0, 0);
    await field.fill(before);
    await expect(page.getByText(sentence, { exact: true })).toHaveCount(0);
    await expect(save(page)).toBeEnabled();
  }
  await page.getByLabel('Email', { exact: true }).fill('x@');
  await page.getByLabel('Email', { exact: true }).blur();
  await expect(page.getByText('Please enter a valid email.', { exact: true })).toBeVisible();
  await expect(save(page)).toBeDisabled();
});

test('a press of Save that cannot be says what is missing, and leads there', async ({ page }) => {
  await openForm(page);
  const name = page.getByLabel('Last name', { exact: true });
  await name.fill('');
  await page.getByLabel('Years of experience').fill('many');
  // Without a hover, as a finger does; what is disabled in words only can be pressed.
  await save(page).dispatchEvent('click');
  await expect(name).toBeFocused();
  await expect(page.getByText('Last name is required.', { exact: true })).toBeVisible();
  await expect(page.getByText('Years of experience are a whole number from 0 to 100.')).toBeVisible();
});

test('PE-22 PE-29 MB-14 J-08 leaving with unsaved changes is asked about; Cancel takes them back', async ({ page }) => {
  await openForm(page);
  const bio = page.getByLabel('Bio');
  await bio.fill('Not yet.');
  await page.getByRole('link', { name: 'View Profile' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Are you sure you want to leave this page?', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay', exact: true }).click();
  await expect(bio).toHaveValue('Not yet.');

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(bio).toHaveValue('');
  expect(await me(page)).toMatchObject({ bio: '' });
  // A thumb may have meant Save, beside it.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bio).toHaveValue('Not yet.');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(bio).toHaveValue('');

  await bio.fill('Not yet.');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).not.toHaveURL(/account/);
  await page.goto('/account/profile');
  await expect(bio).toHaveValue('');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toHaveCount(0);
});

test('what was typed is there again after the browser ended, in fields, lists and an open drawer', async ({
  page,
  browser,
}) => {
  await openForm(page);
  await page.getByLabel('Bio').fill('Half a sentence');
  const contacts = section(page, 'Contact methods');
  await contacts.getByRole('button', { name: 'Add a contact method' }).click();
  await contacts.getByLabel('Title').fill('Booking');
  await contacts.getByLabel('Info').fill('a@b.co');
  await contacts.getByRole('button', { name: 'Done' }).click();
  const bands = section(page, 'Bands');
  await bands.getByRole('button', { name: 'Add a band' }).click();
  await bands.getByLabel('Name').fill('The Rin');

  // What the browser has on disk, in one that starts again: nothing was said to the page, which could not clean up.
  const kept = await page.context().storageState();
  await page.context().close();
  const again = await (await browser.newContext({ storageState: kept })).newPage();
  await again.goto('/account/profile');
  await expect(again.getByText('Your unsaved changes from last time have been restored.')).toBeVisible();
  await expect(again.getByLabel('Bio')).toHaveValue('Half a sentence');
  await expect(section(again, 'Contact methods').getByRole('listitem')).toContainText('Booking');
  await expect(section(again, 'Bands').getByLabel('Name')).toHaveValue('The Rin');
  await expectAccessibleNow(again);
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByLabel('Bio')).toHaveValue('');
  await expect(section(again, 'Contact methods').getByRole('listitem')).toHaveCount(0);
  await expect(section(again, 'Bands').getByLabel('Name')).toHaveCount(0);
});

test('what was typed outlives the session: after the sign-in it is there to be saved', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/account/profile');
  await page.getByLabel('Bio').fill('Typed before the session ended.');
  const bands = section(page, 'Bands');
  await bands.getByRole('button', { name: 'Add a band' }).click();
  await bands.getByLabel('Name').fill('Rinds');
  await bands.getByLabel('Start date').fill('2001-01-01');
  await bands.getByLabel('Still a member').check();
  // Elsewhere: this page does not hear of it before it saves. What asks by itself would lead to the login, too.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await page.request.get('/auth/logout', { headers: HEADERS });
  await save(page).click();
  await expect(page).toHaveURL('/login');
  await page.unroute('**/api/**');
  await signIn(page, person);
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toBeVisible();
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended.');
  await expect(bands.getByRole('listitem')).toContainText('Rinds');
  await saved(page);
  expect(await me(page)).toMatchObject({ bio: 'Typed before the session ended.', bands: [{ name: 'Rinds' }] });
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended.');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toHaveCount(0);
});

test('a draft of a list that was changed on another device since is not offered, and takes nothing away', async ({
  page,
}) => {
  const id = await openForm(page);
  const albums = section(page, 'Discography');
  await page.getByLabel('Bio').fill('Still fits.');
  await albums.getByRole('button', { name: 'Add an album' }).click();
  await albums.getByLabel('Title').fill('Typed here');
  await albums.getByLabel('Release date').fill('2001-01-01');
  await albums.getByRole('button', { name: 'Done' }).click();
  await expect(albums.getByRole('listitem')).toContainText('Typed here');
  const added = await page.request.put(`/api/users/${id}`, {
    headers: HEADERS,
    data: { albums: [{ title: 'Added elsewhere', releaseDate: '2002-02-02', websiteUrl: '', credits: '' }] },
  });
  expect(added.status()).toBe(200);
  const again = await page.context().newPage();
  await page.close();
  await again.goto('/account/profile');
  await expect(again.getByLabel('Bio')).toHaveValue('Still fits.');
  await expect(section(again, 'Discography').getByRole('listitem')).toHaveText([/Added elsewhere/]);
  await saved(again);
  expect(await me(again)).toMatchObject({ bio: 'Still fits.', albums: [{ title: 'Added elsewhere' }] });
});

test('a field that another tab saved meanwhile is neither overwritten nor taken for a change of this form', async ({
  page,
}) => {
  const id = await openForm(page);
  const other = await page.context().newPage();
  await other.goto('/account/profile');
  await other.getByLabel('Bio').fill('Written in the other tab.');
  await saved(other);
  await other.close();
  // A picture that is saved here has the account read anew.
  await section(page, 'Profile picture').getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  const read = page.waitForResponse('**/api/users/me');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await read;
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `profile-draft ${id}`)).toBeNull();
  await page.getByLabel('Title', { exact: true }).fill('Piper');
  const request = page.waitForRequest((one) => one.method() === 'PUT');
  await saved(page);
  expect((await request).postDataJSON()).toEqual({ title: 'Piper' });
  await expect(page.getByLabel('Bio')).toHaveValue('Written in the other tab.');
  expect(await me(page)).toMatchObject({ bio: 'Written in the other tab.', title: 'Piper' });
});

test('PE-13 an album that was added elsewhere while the form was open stays, and so does what is edited here', async ({
  page,
}) => {
  const id = await openForm(page);
  const put = async (albums: object[]) =>
    (await (await page.request.put(`/api/users/${id}`, { headers: HEADERS, data: { albums } })).json()) as {
      albums: { id: string }[];
    };
  const album = (title: string) => ({ title, releaseDate: '2001-01-01', websiteUrl: '', credits: '' });
  const { albums: began } = await put([album('Ash'), album('Salt')]);
  await page.reload();
  const albums = section(page, 'Discography');
  await expect(albums.getByRole('listitem')).toHaveText([/Ash/, /Salt/]);
  const added = (await put([began[0] as object, album('Added elsewhere')])).albums[1];

  await albums.getByRole('button', { name: 'Edit Ash' }).click();
  await albums.getByLabel('Credits').fill('Bass: Ida');
  await albums.getByRole('button', { name: 'Done' }).click();
  await albums.getByRole('button', { name: 'Add an album' }).click();
  await albums.getByLabel('Title').fill('New here');
  await albums.getByLabel('Release date').fill('2002-02-02');
  await albums.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  await expect(albums.getByRole('listitem')).toHaveText([/Ash/, /New here/, /Added elsewhere/]);
  const first = await me(page);
  expect(first).toMatchObject({
    albums: [{ id: began[0]?.id, credits: 'Bass: Ida' }, { title: 'New here' }, { id: added?.id }],
  });
  // The form goes on from all of it.
  await albums.getByRole('button', { name: 'Edit New here' }).click();
  await albums.getByRole('button', { name: 'Remove' }).click();
  await saved(page);
  expect((await me(page))['albums']).toEqual([first['albums']?.[0], first['albums']?.[2]]);
});

test('what is typed while a save is under way stays, in fields, lists and an open drawer, and is saved next', async ({
  page,
}) => {
  await openForm(page);
  const [name, bio] = [page.getByLabel('Display name'), page.getByLabel('Bio')];
  const contacts = section(page, 'Contact methods');
  const add = contacts.getByRole('button', { name: 'Add a contact method' });
  const done = contacts.getByRole('button', { name: 'Done' });
  const contact = async (what: string, info: string) => {
    await add.click();
    await contacts.getByLabel('Title').fill(what);
    await contacts.getByLabel('Info').fill(info);
  };
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/users/*', async (route) => {
    if (route.request().method() === 'PUT') await answered.promise;
    await route.continue();
  });
  await name.fill('Piper');
  await bio.fill('Plays at dawn.');
  await contact('Booking', 'booking@example.org');
  await done.click();
  const sent = page.waitForRequest((one) => one.method() === 'PUT');
  await save(page).click();
  await sent;

  await bio.press('End');
  await bio.pressSequentially(' And at dusk.');
  await contact('Press', 'press@example.org');
  await done.click();
  await contact('Fans', 'fans@example.org');
  await page.getByRole('link', { name: 'View Profile' }).click();
  const leaving = page.getByRole('dialog');
  await expect(leaving.getByText('Are you sure you want to leave this page?', { exact: true })).toBeVisible();
  await leaving.getByRole('button', { name: 'Stay', exact: true }).click();
  answered.resolve();
  await expect(toast(page, 'Successfully updated!').last()).toBeVisible();

  await expect(name).toHaveValue('Piper');
  await expect(bio).toHaveValue('Plays at dawn. And at dusk.');
  await expect(contacts.getByLabel('Info')).toHaveValue('fans@example.org');
  expect(await me(page)).toMatchObject({
    displayName: 'Piper',
    bio: 'Plays at dawn.',
    contactMethods: [{ title: 'Booking' }],
  });
  await page.unroute('**/api/users/*');
  const next = page.waitForRequest((one) => one.method() === 'PUT');
  await saved(page);
  const { displayName, contactMethods } = (await next).postDataJSON();
  expect([displayName, contactMethods.length]).toEqual([undefined, 3]);
  const kept = await me(page);
  expect(kept).toMatchObject({
    displayName: 'Piper',
    bio: 'Plays at dawn. And at dusk.',
    contactMethods: [{ title: 'Booking' }, { title: 'Press' }, { title: 'Fans' }],
  });
  // What was new in the first save is itself in the second one.
  expect(contactMethods[0].id).toBe((kept['contactMethods'] as { id: string }[] | undefined)?.[0]?.id);
});

test('a draft of a field that was changed on another device since is not offered', async ({ page }) => {
  const id = await openForm(page);
  await page.getByLabel('Bio').fill('Typed here.');
  await page.getByLabel('Title', { exact: true }).fill('Piper');
  const changed = await page.request.put(`/api/users/${id}`, { headers: HEADERS, data: { bio: 'Written elsewhere.' } });
  expect(changed.status()).toBe(200);
  const again = await page.context().newPage();
  await page.close();
  await again.goto('/account/profile');
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('Piper');
  await expect(again.getByLabel('Bio')).toHaveValue('Written elsewhere.');
});

test('PE-15 PE-16 PE-17 bands are edited in a drawer with Remove, Cancel and Done', async ({ page }) => {
  await openForm(page);
  const bands = section(page, 'Bands');
  const add = bands.getByRole('button', { name: 'Add a band' });
  const drawer = bands.getByRole('form');
  const button = (name: string) => drawer.getByRole('button', { name, exact: true });

  await add.click();
  await expect(drawer).toHaveAccessibleName('New band');
  await expect(drawer.getByLabel('Name')).toBeFocused();
  await expect(drawer.getByLabel('Name')).toHaveValue('');
  await button('Done').click();
  for (const sentence of ['Name is required', 'Start date is required', 'End date is required'])
    await expect(drawer.getByText(sentence, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button('Cancel').click();
  await expect(drawer).toHaveCount(0);
  await expect(add).toBeFocused();

  await add.click();
  await drawer.getByLabel('Name').fill('Rinds');
  await drawer.getByLabel('Start date').fill('2001-01-01');
  await drawer.getByLabel('End date').fill('1999-01-01');
  await drawer.getByLabel('Notes').fill('Two tours.');
  await button('Change Image').click();
  const editor = page.getByRole('dialog', { name: 'Change Image' });
  await editor.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toHaveCount(0);
  await button('Done').click();
  await expect(drawer.getByText('The end date is before the start date.')).toBeVisible();
  await drawer.getByLabel('Still a member').check();
  await expect(drawer.getByLabel('End date')).toBeDisabled();
  await expect(drawer.getByLabel('End date')).toHaveValue('');
  await button('Done').click();
  await expect(drawer).toHaveCount(0);
  await expect(bands.getByRole('listitem')).toContainText('Rinds');
  await saved(page);
  expect(await me(page)).toMatchObject({
    bands: [
      {
        name: 'Rinds',
        startDate: '2001-01-01',
        endDate: null,
        currentMember: true,
        notes: 'Two tours.',
        imageUrl: expect.stringMatching(/^\/images\/band\/.*\/700\.jpg$/),
      },
    ],
  });

  await page.reload();
  const edit = bands.getByRole('button', { name: 'Edit Rinds' });
  await edit.click();
  for (const name of ['Remove', 'Cancel', 'Done']) await expect(button(name)).toBeVisible();
  await drawer.getByLabel('Name').fill('Peels');
  await button('Cancel').click();
  await expect(bands.getByRole('listitem')).toContainText('Rinds');
  await edit.click();
  await drawer.getByLabel('Still a member').uncheck();
  await drawer.getByLabel('End date').fill('2002-02-02');
  await drawer.getByLabel('Name').fill('Peels');
  await button('Done').click();
  await saved(page);
  expect(await me(page)).toMatchObject({ bands: [{ name: 'Peels', endDate: '2002-02-02', currentMember: false }] });

  await bands.getByRole('button', { name: 'Edit Peels' }).click();
  await button('Remove').click();
  await expect(bands.getByRole('listitem')).toHaveCount(0);
  await saved(page);
  expect(await me(page)).toMatchObject({ bands: [] });
});

test('PE-11 PE-12 VA-21 VA-22 VA-23 VA-24 VA-25 donation and contact methods', async ({ page }) => {
  await openForm(page);
  const donations = section(page, 'Donation methods');
  await donations.getByRole('button', { name: 'Add a donation method' }).click();
  const done = donations.getByRole('button', { name: 'Done' });
  await done.click();
  await expect(donations.getByText('App is required', { exact: true })).toBeVisible();
  await expect(donations.getByText('Username is required', { exact: true })).toBeVisible();
  for (const app of ['Cash App', 'Venmo', 'PayPal.me', 'Zelle']) {
    await donations.getByLabel('App').selectOption(app);
    await expect(donations.getByLabel('Username')).toHaveAttribute('type', 'text');
  }
  await donations.getByLabel('App').selectOption('PayPal');
  const email = donations.getByLabel('Email of your PayPal account');
  await expect(email).toHaveAttribute('type', 'email');
  await email.fill('x');
  await done.click();
  await expect(donations.getByText('Please enter a valid email.', { exact: true })).toBeVisible();
  await donations.getByLabel('App').selectOption('Cash App');
  await donations.getByLabel('Username').fill('$ida');
  await done.click();

  const contacts = section(page, 'Contact methods');
  await contacts.getByRole('button', { name: 'Add a contact method' }).click();
  await contacts.getByRole('button', { name: 'Done' }).click();
  await expect(contacts.getByText('Title is required', { exact: true })).toBeVisible();
  await expect(contacts.getByText('Info is required', { exact: true })).toBeVisible();
  await contacts.getByLabel('Title').fill('Booking');
  for (const wrong of ['ftp://x', 'abc', '123', 'javascript:alert(1)']) {
    await contacts.getByLabel('Info').fill(wrong);
    await contacts.getByRole('button', { name: 'Done' }).click();
    await expect(contacts.getByText('Info entered is invalid.', { exact: true })).toBeVisible();
  }
  await contacts.getByLabel('Info').fill('(212) 555-0123');
  await contacts.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  await page.reload();
  await expect(donations.getByRole('listitem')).toContainText('Cash App');
  await expect(contacts.getByRole('listitem')).toContainText('(212) 555-0123');
  expect(await me(page)).toMatchObject({
    donationMethods: [{ appName: 'Cash App', username: '$ida' }],
    contactMethods: [{ title: 'Booking', info: '(212) 555-0123' }],
  });

  for (const [list, name, label, text] of [
    [donations, 'Cash App', 'Username', '$ida-marsh'],
    [contacts, 'Booking', 'Info', 'https://ida.example/'],
  ] as const) {
    await list.getByRole('button', { name: `Edit ${name}` }).click();
    await list.getByLabel(label).fill(text);
    await list.getByRole('button', { name: 'Done' }).click();
    await expect(list.getByRole('listitem')).toContainText(text);
  }
  await saved(page);
  expect(await me(page)).toMatchObject({
    donationMethods: [{ appName: 'Cash App', username: '$ida-marsh' }],
    contactMethods: [{ title: 'Booking', info: 'https://ida.example/' }],
  });

  for (const [list, name] of [
    [donations, 'Cash App'],
    [contacts, 'Booking'],
  ] as const) {
    await list.getByRole('button', { name: `Edit ${name}` }).click();
    await list.getByRole('button', { name: 'Remove' }).click();
  }
  await saved(page);
  expect(await me(page)).toMatchObject({ donationMethods: [], contactMethods: [] });
});

test('PE-18 PE-19 PE-20 PE-21 VA-37 LM-01 schools and positions, with what others entered', async ({ page }) => {
  await openForm(page);
  const schools = section(page, 'Schools');
  await schools.getByRole('button', { name: 'Add a school' }).click();
  await schools.getByRole('button', { name: 'Done' }).click();
  for (const sentence of ['Name is required', 'Start date is required', 'End date is required'])
    await expect(schools.getByText(sentence, { exact: true })).toBeVisible();
  await expect(schools.getByLabel('Degree').getByRole('option')).toHaveText([
    'None',
    'High School',
    "Associate's",
    "Bachelor's",
    "Master's",
    'M.B.A',
    'J.D.',
    'M.D.',
    'Ph.D.',
    "Engineer's",
    'Other',
  ]);
  await schools.getByLabel('Name').pressSequentially('berk');
  await page.getByRole('option', { name: 'Berklee College of Music' }).click();
  await expect(schools.getByLabel('Name')).toHaveValue('Berklee College of Music');
  await schools.getByLabel('Field of study').fill('Voice');
  await schools.getByLabel('Degree').selectOption("Master's");
  await schools.getByLabel('Start date').fill('1990-09-01');
  await schools.getByLabel('End date').fill('1994-06-30');
  await schools.getByLabel('Location').fill('Boston');
  await schools.getByRole('button', { name: 'Done' }).click();

  const positions = section(page, 'Positions');
  await positions.getByRole('button', { name: 'Add a position' }).click();
  await positions.getByRole('button', { name: 'Done' }).click();
  for (const sentence of ['Company is required', 'Title is required', 'Start date is required', 'End date is required'])
    await expect(positions.getByText(sentence, { exact: true })).toBeVisible();
  await positions.getByLabel('Company').fill('Mill');
  await positions.getByLabel('Title').pressSequentially('session m');
  await expect(page.getByRole('option', { name: 'Session musician' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(positions.getByLabel('Title')).toHaveValue('Session musician');
  await positions.getByLabel('Start date').fill('1999-05-01');
  await positions.getByLabel('Current employee').check();
  await expect(positions.getByLabel('End date')).toBeDisabled();
  await positions.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  await page.reload();
  await expect(schools.getByRole('listitem')).toContainText('Berklee College of Music');
  await expect(positions.getByRole('listitem')).toContainText('Session musician');
  expect(await me(page)).toMatchObject({
    schools: [
      {
        name: 'Berklee College of Music',
        field: 'Voice',
        degree: "Master's",
        startDate: '1990-09-01',
        endDate: '1994-06-30',
        currentStudent: false,
        loc: 'Boston',
      },
    ],
    professions: [
      { company: 'Mill', title: 'Session musician', startDate: '1999-05-01', endDate: null, currentEmployee: true },
    ],
  });
});

test('PE-09 a town is chosen from the table and brings its state', async ({ page }) => {
  await openForm(page);
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(new URL(request.url()).pathname)));
  const entered = Promise.withResolvers<void>();
  await page.route('**/api/places?query=memph', async (route) => {
    await entered.promise;
    await route.continue();
  });
  const towns = page.waitForResponse('**/api/places?query=memph');
  await page.getByLabel('City').pressSequentially('memph');
  // Enter before the towns are there saves nothing of what stands in the form by then.
  await page.keyboard.press('Enter');
  entered.resolve();
  await towns;
  expect(sent).toEqual([]);
  await page.getByRole('option', { name: 'Memphis, TN' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Memphis');
  await expect(page.getByLabel('State')).toHaveValue('TN');
  const states = page.getByLabel('State').getByRole('option');
  await expect(states).toHaveCount(57);
  for (const name of ['Alabama', 'Wyoming', 'Puerto Rico', 'Guam'])
    await expect(states.filter({ hasText: name })).toHaveCount(1);
  await saved(page);
  expect(await me(page)).toMatchObject({ address: { city: 'Memphis', state: 'TN' } });
});

test('PE-13 VA-31 albums, with a cover that is chosen before the album is saved', async ({ page }) => {
  await openForm(page);
  const albums = section(page, 'Discography');
  await albums.getByRole('button', { name: 'Add an album' }).click();
  await albums.getByRole('button', { name: 'Done' }).click();
  await expect(albums.getByText('Title is required')).toBeVisible();
  await expect(albums.getByText('Release date is required')).toBeVisible();
  await albums.getByLabel('Title').fill('Ash');
  await albums.getByLabel('Release date').fill('2031-02-28');
  await albums.getByLabel('Website URL').fill('https://ash.example/a');
  await albums.getByLabel('Credits').fill('Bass: Ida');
  await albums.getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await albums.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  const { albums: kept } = await me(page);
  expect(kept).toMatchObject([
    {
      title: 'Ash',
      releaseDate: '2031-02-28',
      websiteUrl: 'https://ash.example/a',
      credits: 'Bass: Ida',
      coverUrl: expect.stringMatching(/^\/images\/album\/.*\/700\.jpg$/),
    },
  ]);
  await page.reload();
  await albums.getByRole('button', { name: 'Edit Ash' }).click();
  await albums.getByRole('button', { name: 'Remove Image' }).click();
  const removal = page.waitForResponse('**/api/upload/image/delete');
  await page.getByRole('dialog', { name: 'Remove image' }).getByRole('button', { name: 'Remove' }).click();
  expect((await removal).ok()).toBe(true);
  await expect(albums.getByRole('button', { name: 'Remove Image' })).toHaveCount(0);
  expect(await me(page)).toMatchObject({ albums: [{ coverUrl: null }] });
});

/** Saves the profile with a new album, Ash, whose cover the server does not take; that stays so. */
async function saveWithoutCover(page: Page): Promise<{ albums: Locator; notAll: Locator }> {
  await openForm(page);
  const albums = section(page, 'Discography');
  await albums.getByRole('button', { name: 'Add an album' }).click();
  await albums.getByLabel('Title').fill('Ash');
  await albums.getByLabel('Release date').fill('2021-02-28');
  await albums.getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await albums.getByRole('button', { name: 'Done' }).click();
  await page.route('**/api/upload/image', (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full.', errors: [] } }),
  );
  await save(page).click();
  const notAll = page.getByText('Your profile was saved, but not all of its pictures. Save it again to try once more.');
  await expect(notAll).toBeVisible();
  return { albums, notAll };
}

test('PE-13 the cover of a new album that could not be sent is kept, and sent with the next save', async ({ page }) => {
  await saveWithoutCover(page);
  await expect(toast(page, 'Successfully updated!')).toHaveCount(0);
  expect(await me(page)).toMatchObject({ albums: [{ title: 'Ash', coverUrl: null }] });

  await page.getByRole('link', { name: 'View Profile' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to leave this page?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.unroute('**/api/upload/image');
  await saved(page);
  await expect
    .poll(async () => await me(page))
    .toMatchObject({ albums: [{ title: 'Ash', coverUrl: expect.stringMatching(/^\/images\/album\//) }] });
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).not.toHaveURL(/account/);
});

test('a picture that could not be sent goes with its album, and the next save is whole', async ({ page }) => {
  const { albums, notAll } = await saveWithoutCover(page);
  await page.unroute('**/api/upload/image');
  await albums.getByRole('button', { name: 'Edit Ash' }).click();
  await albums.getByRole('button', { name: 'Remove', exact: true }).click();
  await saved(page);
  await expect(notAll).toHaveCount(0);
  expect(await me(page)).toMatchObject({ albums: [] });
});

test('IM-03 a picture that is being saved cannot be closed over; why it failed is said there', async ({ page }) => {
  await openForm(page);
  await section(page, 'Profile picture').getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/upload/image', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, json: { message: 'The disk is full.', errors: [] } });
  });
  const sent = page.waitForRequest('**/api/upload/image');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await sent;
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeDisabled();
  // A browser lets no page prevent the second.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  answer.resolve();
  await expect(dialog.getByText('The disk is full.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('IM-01 IM-02 IM-06 J-08 every picture is changed in the same editor, that of people behind a circle', async ({
  page,
}) => {
  const picture = await image({ width: 900, height: 600, format: 'png' });
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  const frame = dialog.getByRole('group', { name: /^Crop area/ });
  /** Opens it by the last such button, looks at the frame, moves and zooms what is in it. */
  const look = async (shape: 'circle' | 'square') => {
    await page.getByRole('button', { name: 'Change Image' }).last().click();
    await dialog.locator('input[type=file]').setInputFiles(picture);
    const { width, height } = (await frame.boundingBox()) ?? {};
    expect([width, height]).toEqual([expect.closeTo(300, 1), expect.closeTo(300, 1)]);
    expect(await frame.evaluate((element) => getComputedStyle(element).borderRadius)).toBe(
      shape === 'circle' ? '50%' : '0px',
    );
    const before = await frame.locator('xpath=..').screenshot();
    await dialog.getByLabel('Zoom').fill('2');
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await expect(async () =>
      expect((await frame.locator('xpath=..').screenshot()).equals(before)).toBe(false),
    ).toPass();
  };

  const id = await openForm(page);
  await look('circle');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const shown = section(page, 'Profile picture').locator('img');
  await expect(shown).toHaveAttribute('src', new RegExp(`^/images/profile/${id}/`));
  expect(
    await shown.evaluate((one: HTMLImageElement) => one.decode().then(() => [one.naturalWidth, one.naturalHeight])),
  ).toEqual([200, 200]);

  for (const [list, add] of [
    ['Discography', 'Add an album'],
    ['Bands', 'Add a band'],
  ] as const) {
    await section(page, list).getByRole('button', { name: add }).click();
    await look('square');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await section(page, list).getByRole('button', { name: 'Cancel' }).click();
  }

  await page.request.get('/auth/logout', { headers: HEADERS });
  await asAdministrator(page);
  for (const path of ['/genres/jazz', '/moods/dusk']) {
    await page.goto(path);
    await look('square');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
});

test('the form fits a phone and works from the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page);
  await expectNoSideways(page);
  const bands = section(page, 'Bands');
  await bands.getByRole('button', { name: 'Add a band' }).press('Enter');
  await expectNoSideways(page);
  await page.keyboard.type('Rinds');
  await page.keyboard.press('Enter');
  await expect(bands.getByText('Start date is required')).toBeVisible();
  await expect(bands.getByLabel('Start date')).toBeFocused();
});

test('VA-38 a username that cannot be checked is not taken for free', async ({ page }) => {
  await openForm(page);
  await page.route('**/api/checkUnique*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.', errors: [] } }),
  );
  await page.getByLabel('Username').fill('ida1');
  await expect(page.getByText('This username could not be checked. Try again in a moment.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.unroute('**/api/checkUnique*');
  await page.getByLabel('Username').fill(`ida${Date.now().toString(36)}`);
  await expect(save(page)).toBeEnabled();
});
