import { updateAd } from '@scoville/contract/business/ads/ads.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { upload } from '@scoville/contract/catalogue/uploads.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator, newId } from '../../testkit/accounts.ts';
import { fake, hold, lost, refused } from '../../testkit/api.ts';
import { pictureFile } from '../../testkit/picture.ts';
import { LAST_PAGE, sample } from '../../testkit/sample.ts';
import { button, dialog, keptAds, poster, slot } from '../../testkit/samples/ads.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const failed = dialog.getByRole('form', { name: 'Ad' }).getByRole('alert').filter({ hasText: /./ });
const twins = ['one@example.org', 'two@example.org'].map((email) =>
  sample(UserSummary, {
    id: newId(),
    username: null,
    displayName: 'Twin Reyes',
    email,
    suspension: null,
    paidPlan: null,
  }),
);

beforeEach(() => {
  quietAdministration();
  fake(users, ({ query: { q } }) => ({ users: q === 'Twin' ? twins : [], total: 2, paging: LAST_PAGE }));
});

async function openForm(task: string, ...begin: Parameters<typeof keptAds>) {
  const kept = keptAds(...begin);
  await openScreen('/admin/ads', { as: administrator() });
  await page.getByRole('button', { name: task }).click();
  return kept;
}

test('a change of an ad without a network fails with a message, and its form can be closed', async () => {
  await openForm('Edit: Strings', poster('Strings'));
  fake(updateAd, lost());
  await slot('Title').fill('Guitars');
  await button('Update').click();
  await expect.element(failed).toHaveText('No connection. Check your network and try again.');
  await button('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('picking one of two accounts with the same name sets the one picked last as the owner', async () => {
  const kept = await openForm('Edit: Strings', poster('Strings'));
  for (const { email } of twins) {
    await slot('Owner').fill('Twin');
    await dialog.getByRole('option', { name: String(email) }).click();
    await expect.element(slot('Owner')).toHaveValue(`Twin Reyes, ${email}`);
    await expect.element(slot('Owner')).toHaveAccessibleDescription(/^An account/);
  }
  await button('Update').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.changes.map(({ body }) => body.owner)).toEqual([twins[1]?.id]);
});

/** Fills in the form of a new ad completely. */
async function fillNewAd() {
  const kept = await openForm('New ad', poster('Strings'));
  await slot('Owner').fill('owner@example.org');
  // Moves the focus away from the owner first, because open suggestions hide the other fields from role queries.
  await slot('Title').fill('Guitars');
  await slot('Type').selectOptions('Poster');
  await slot('Limit type').selectOptions('Date');
  await userEvent.upload(slot('File'), await pictureFile());
  return kept;
}

test('the form of a new ad stays open until its file is uploaded, and shows the server’s refusal', async () => {
  await fillNewAd();
  const held = hold(upload, refused(503, 'The server is busy.'));
  await button('Save').click();
  for (const name of ['Save', 'Cancel', 'Close']) await expect.element(button(name)).toBeDisabled();
  await slot('Owner').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(slot('Owner')).toHaveValue('owner@example.org');
  held.release();
  await expect.element(failed).toHaveText('The server is busy.');
  await expect.element(button('Save')).toBeEnabled();
});

test('changes typed while the file of an ad is uploaded are saved to the same ad', async () => {
  const kept = await fillNewAd();
  const refusedOnce = fake(upload, refused(503, 'The server is busy.'));
  await button('Save').click();
  await expect.element(failed).toHaveText('The server is busy.');
  const made = poster('Guitars');
  const held = hold(upload, () => {
    kept.add(made);
    return { media: null, ad: made, duplicateOf: null };
  });
  await button('Save').click();
  for (const name of ['Type', 'File']) await expect.element(slot(name)).toBeDisabled();
  await slot('Title').fill('Guitars, reduced');
  held.release();
  await expect.element(dialog.getByRole('status').filter({ hasText: 'Saved, without' })).toBeVisible();
  await expect.element(slot('Title')).toHaveValue('Guitars, reduced');
  await expect.element(slot('File')).toHaveValue(made.file);
  expect(held.calls).toHaveLength(1);
  expect(held.calls[0]?.headers.get('idempotency-key')).toBe(refusedOnce.calls[0]?.headers.get('idempotency-key'));
  await slot('Title').fill('Guitars');
  await slot('Link text').fill('To the sale');
  await button('Update').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.changes.map(({ params, body }) => [params.id, body])).toEqual([
    [made.id, { infoUrlText: 'To the sale' }],
  ]);
  await page.getByRole('button', { name: 'Edit: Guitars' }).click();
  await expect.element(button('Remove')).toBeEnabled();
});

test('an ad’s form that was not changed closes without starting a new goal', async () => {
  const kept = await openForm('Edit: Strings', poster('Strings'));
  await button('Update').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.changes.map(({ body }) => body)).toEqual([{}]);
});

test('the buttons of an ad’s form stay accessible while the owner’s name has no match', async () => {
  await openForm('New ad', poster('Strings'));
  const searched = fake(users, { users: [], total: 0, paging: LAST_PAGE });
  await slot('Owner').fill('Nobody');
  await expect.poll(() => searched.calls.map(({ query }) => query.q)).toContain('Nobody');
  await expect.element(slot('Owner')).toHaveFocus();
  for (const name of ['Save', 'Cancel', 'Close']) await expect.element(button(name)).toBeVisible();
});
