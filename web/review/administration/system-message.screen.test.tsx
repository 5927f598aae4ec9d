import {
  previewSystemMessage,
  removeSystemMessage,
  saveSystemMessage,
  writtenSystemMessage,
} from '@scoville/contract/business/announcements/system-message-edit.ts';
import type { SystemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator, newId } from '../../testkit/accounts.ts';
import { fake, hold } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

test('text typed while the system message is being saved is kept, saved next, and removed with the message', async () => {
  quietAdministration();
  let written: SystemMessage | null = null;
  fake(writtenSystemMessage, () => ({ systemMessage: written }));
  fake(previewSystemMessage, ({ body }) => ({ html: `<p>${body.message}</p>` }));
  const { calls, release } = hold(saveSystemMessage, ({ body: { message, actionLink, disappearAfterLogin } }) => {
    written = { id: newId(), message, html: message, actionLink: actionLink || null, disappearAfterLogin };
    return { systemMessage: written };
  });
  fake(removeSystemMessage, ({ params: { id } }) => {
    written = null;
    return { id, deleted: true as const };
  });
  await openScreen('/admin/system-message', { as: administrator() });
  const [text, link] = [page.getByLabelText('Message', { exact: true }), page.getByLabelText('Link')];
  const save = page.getByRole('button', { name: 'Save' });
  const none = page.getByText('There is no system message now.');
  await text.fill('We mend the oven.');
  await link.fill('/genres');
  await save.click();
  await expect.poll(() => calls.length).toBe(1);
  (text.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{End}{/Control} Tonight.');
  release();
  await expect.element(toast('Successfully updated system message')).toBeVisible();
  await expect.element(none).toHaveLength(0);
  await expect.element(text).toHaveValue('We mend the oven. Tonight.');
  await expect.element(link).toHaveValue('/genres');
  const saved = () => calls.map(({ body }) => body.message);
  expect(saved()).toEqual(['We mend the oven.']);
  await save.click();
  await expect.poll(saved).toEqual(['We mend the oven.', 'We mend the oven. Tonight.']);
  // Saved text no longer counts as unsaved, so removing the message clears it.
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(none).toBeVisible();
  for (const field of [text, link]) await expect.element(field).toHaveValue('');
});
