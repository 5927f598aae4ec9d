import { requestTakedown } from '@scoville/contract/community/reports/takedowns.ts';
import { CAPTCHA_REFUSED, captchaChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member, newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { CHALLENGE } from '../../testkit/samples/captcha.ts';
import { openScreen } from '../../testkit/screen.tsx';

const robot = page.getByLabelText('I am not a robot');
const done = page.getByText('Done.', { exact: true });
const send = () => page.getByRole('button', { name: 'Send request' }).click();

test('a takedown request is kept when its captcha is refused, and another can follow it', async () => {
  emptyScreens();
  fake(captchaChallenge, CHALLENGE);
  const person = member();
  const address = `https://music.example/media/${newId()}`;
  const first = fake(
    requestTakedown,
    refused(400, CAPTCHA_REFUSED, [{ field: 'recaptcha', message: CAPTCHA_REFUSED }]),
  );
  await openScreen('/help/takedown', { as: person });
  const link = page.getByLabelText('Link of the song or video');
  await link.fill(address);
  await page.getByLabelText('Your work').fill('My song of 2019');
  await page.getByLabelText(/^I hold the rights/).click();
  await robot.click();
  await expect.element(done).toBeVisible();
  await send();
  await expect.element(alert(CAPTCHA_REFUSED)).toBeVisible();
  await expect.element(robot).not.toBeChecked();
  await expect.element(link).toHaveValue(address);
  const second = fake(requestTakedown, { message: 'Your request was sent.' });
  await robot.click();
  await expect.element(done).toBeVisible();
  await send();
  await expect.element(page.getByText('Your request was sent.')).toBeVisible();
  const wanted = { address, work: 'My song of 2019', name: 'Juno Reyes', email: person.email, confirmed: true };
  expect(second.calls.map(({ body }) => body)).toEqual([expect.objectContaining(wanted)]);
  expect(first.calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Send another request' }).click();
  await expect.element(link).toHaveFocus();
  await expect.element(link).toHaveValue('');
});
