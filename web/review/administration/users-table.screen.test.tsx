import { changeEmailOf } from '@scoville/contract/community/own-account/email-change.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { removeLostSecondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { me as meEndpoint } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { administrator } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE } from '../../testkit/sample.ts';
import { quietAdministration, userRow } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
const dialog = page.getByRole('dialog');
const assign = dialog.getByRole('button', { name: 'Assign plan', exact: true });

async function changePlanOf(name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Change plan', exact: true }).click();
}
const choose = () => dialog.getByLabelText('Plan', { exact: true }).selectOptions('Ghost Pepper ($19.99 a month)');

test('an administrator changes an account’s plan, and the dialog warns if the account pays for one', async () => {
  quietAdministration();
  let row = userRow({ name: 'Pepe Garcia' });
  fake(users, () => ({ users: [row], total: 1, paging: LAST_PAGE }));
  const changed = fake(updateUser, ({ body }) => {
    row = { ...row, plan: body.plan ?? null };
    return administrator();
  });
  const as = administrator();
  await openScreen('/admin/users', { as });
  await expect.element(rows.getByRole('cell', { name: 'Mild', exact: true })).toBeVisible();
  await changePlanOf('Pepe Garcia');
  await expect.element(dialog).toHaveTextContent('It stays until they subscribe to one, or you assign another.');
  await expect.element(assign).toBeDisabled();
  await choose();
  await assign.click();
  await expect.element(toast('Pepe Garcia has the Ghost Pepper plan now.')).toBeVisible();
  await expect.element(rows.getByRole('cell', { name: 'Ghost Pepper', exact: true })).toBeVisible();
  expect(changed.calls.map(({ params, body }) => [params.id, body])).toEqual([[row.id, { plan: 'ghost-pepper' }]]);

  row = { ...row, paidPlan: 'spicy' };
  await openScreen('/admin/users', { as });
  await changePlanOf('Pepe Garcia');
  await expect.element(dialog).toHaveTextContent('They pay for Spicy through PayPal');
});

test('an administrator’s own new plan applies everywhere at once; changing a deleted account’s plan shows an error', async () => {
  quietAdministration();
  let as = administrator();
  let all = [userRow({ id: as.id, name: 'Gia Vito', role: 'admin' }), userRow({ name: 'Gia Dora' })];
  fake(users, () => ({ users: all, total: all.length, paging: LAST_PAGE }));
  fake(meEndpoint, () => as);
  fake(updateUser, ({ params: { id } }) => {
    if (id !== as.id) {
      all = all.filter((one) => one.id !== id);
      return refused(404, 'This user was not found.');
    }
    as = { ...as, plan: 'ghost-pepper', isSubscribed: true };
    all = all.map((one) => (one.id === id ? { ...one, plan: 'ghost-pepper' } : one));
    return as;
  });
  await openScreen('/admin/users', { as });
  const upgrade = page.getByRole('banner').getByRole('link', { name: 'Upgrade', exact: true });
  await expect.element(upgrade).toBeVisible();
  await changePlanOf('Gia Vito');
  await choose();
  await assign.click();
  await expect.element(rows.getByRole('cell', { name: 'Ghost Pepper', exact: true })).toBeVisible();
  await expect.element(upgrade).toHaveLength(0);
  // Another administrator deleted this account, so the dialog closes.
  await changePlanOf('Gia Dora');
  await choose();
  await assign.click();
  await expect.element(toast('Error updating user: This user was not found.')).toBeVisible();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(rows).toHaveLength(1);
});

test('an administrator changes an account’s email with a reason and a password; errors are shown at their fields', async () => {
  quietAdministration();
  const row = userRow({ name: 'Pepe Garcia', email: 'pepe@example.org', hasSecondFactor: false });
  fake(users, { users: [row], total: 1, paging: LAST_PAGE });
  const wrong = 'The password is wrong.';
  const changed = fake(changeEmailOf, ({ body }) =>
    body.password === PASSWORD ? administrator() : refused(400, wrong, [{ field: 'password', message: wrong }]),
  );
  await openScreen('/admin/users', { as: administrator() });
  await page.getByRole('button', { name: 'Actions for Pepe Garcia' }).click();
  await page.getByRole('menuitem', { name: 'Change email', exact: true }).click();
  await expect.element(dialog).toHaveTextContent('Their email stays pepe@example.org until');
  const send = dialog.getByRole('button', { name: 'Change email', exact: true });
  await send.click();
  for (const text of ['Email is required.', 'Reason is required.', 'Please enter a valid password.'])
    await expect.element(dialog.getByText(text)).toBeVisible();
  expect(changed.calls).toEqual([]);
  await dialog.getByLabelText('New email').fill('new@example.org');
  await dialog.getByLabelText('Reason').fill('They lost their mailbox.');
  await dialog.getByLabelText('Your password', { exact: true }).fill('not this one');
  await send.click();
  await expect.element(dialog.getByText(wrong)).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await send.click();
  await expect
    .element(toast('Pepe Garcia has the new email, or gets it when the link in the mail to it is opened.'))
    .toBeVisible();
  await expect.element(dialog).toHaveLength(0);
  const body = { email: 'new@example.org', reason: 'They lost their mailbox.', password: PASSWORD };
  expect(changed.calls.at(-1)).toMatchObject({ params: { id: row.id }, body });
});

test('without outgoing mail, the dialog warns that an account’s new email applies at once', async () => {
  quietAdministration();
  const row = userRow({ name: 'Pepe Garcia', email: 'pepe@example.org', hasSecondFactor: false });
  fake(users, { users: [row], total: 1, paging: LAST_PAGE });
  await openScreen('/admin/users', { as: administrator({ newEmailWaits: false }) });
  await page.getByRole('button', { name: 'Actions for Pepe Garcia' }).click();
  await page.getByRole('menuitem', { name: 'Change email', exact: true }).click();
  await expect
    .element(dialog)
    .toHaveTextContent('They sign in with the new one at once, because no mail is sent here.');
  await expect.element(dialog.getByText('The audit log keeps it.')).toBeVisible();
  await expect.element(dialog).not.toHaveTextContent('stays pepe@example.org until');
});

test('an administrator removes a lost second factor with a password; the account’s email can’t be changed before', async () => {
  quietAdministration();
  const row = userRow({ name: 'Pepe Garcia', hasSecondFactor: true });
  fake(users, { users: [row], total: 1, paging: LAST_PAGE });
  const removed = fake(removeLostSecondFactor, { removed: true });
  await openScreen('/admin/users', { as: administrator() });
  await page.getByRole('button', { name: 'Actions for Pepe Garcia' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Change email', exact: true })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Remove second factor' }).click();
  await dialog.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove second factor' }).click();
  await expect.element(toast('Pepe Garcia has no second factor any more.')).toBeVisible();
  expect(removed.calls).toMatchObject([{ params: { id: row.id }, body: { password: PASSWORD } }]);
});
