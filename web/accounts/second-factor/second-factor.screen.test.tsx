import { beginTotp, confirmTotp } from '@scoville/contract/accounts/second-factor.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, hold } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

test('recovery codes are shown even if Escape is pressed while they are made', async () => {
  emptyScreens();
  quietOverview();
  fake(beginTotp, { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Scoville:juno?secret=GEZDGNBVGY3TQOJQ' });
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-JKLM-NPQ${n}`);
  const confirming = hold(confirmTotp, {
    totp: true,
    passkeys: [],
    recoveryCodesLeft: 10,
    required: false,
    recoveryCodes,
  });
  await openScreen('/account/overview', { as: member() });
  await page.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabelText('Code from your app').fill('123456');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(() => confirming.calls.length).toBe(1);
  await expect.element(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled();
  // Browsers close a dialog at the second Escape without asking the page.
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  confirming.release();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.element(codes).toHaveLength(10);
});
