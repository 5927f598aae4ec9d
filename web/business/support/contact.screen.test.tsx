import { CAPTCHA_REFUSED, captchaChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { sendSupportMessage } from '@scoville/contract/business/support/support.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { member, settingsWith } from '../../testkit/accounts.ts';
import { fake, lost, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { CHALLENGE } from '../../testkit/samples/captcha.ts';
import { openScreen } from '../../testkit/screen.tsx';

const SENT = { message: 'Message was successfully sent. We will get back to you soon.' };
const refusedCaptcha = () => refused(400, CAPTCHA_REFUSED, [{ field: 'recaptcha', message: CAPTCHA_REFUSED }]);

const robot = page.getByLabelText('I am not a robot');
const message = page.getByLabelText('Message', { exact: true });
const done = page.getByText('Done.', { exact: true });
const send = () => page.getByRole('button', { name: 'Send message' }).click();

beforeEach(() => {
  emptyScreens();
  fake(captchaChallenge, CHALLENGE);
});

test('the contact form is filled with the name and email of a member', async () => {
  const person = member();
  await openScreen('/help/contact', { as: person });
  await expect.element(page.getByLabelText('Name')).toHaveValue('Juno Reyes');
  await expect.element(page.getByLabelText('Email')).toHaveValue(person.email);
});

test('VA-20 a captcha that the server refuses is solved again, and the message is kept', async () => {
  const person = member();
  const first = fake(sendSupportMessage, refusedCaptcha());
  await openScreen('/help/contact', { as: person });
  await message.fill('Once more');
  (robot.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(done).toBeVisible();
  await send();
  await expect.element(alert(CAPTCHA_REFUSED)).toBeVisible();
  await expect.element(robot).not.toBeChecked();
  await expect.element(message).toHaveValue('Once more');
  const second = fake(sendSupportMessage, SENT);
  await robot.click();
  await expect.element(done).toBeVisible();
  await send();
  await expect.element(page.getByText(`Thank you. The answer will come to ${person.email}.`)).toBeVisible();
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  await expect.element(robot).not.toBeChecked();
});

test('a captcha that could not be loaded shows an error and can be tried again', async () => {
  fake(captchaChallenge, lost());
  await openScreen('/help/contact');
  await robot.click();
  const failed = 'This could not be checked. Check your connection and tick the box again.';
  await expect.element(alert(failed)).toBeVisible();
  await expect.element(robot).not.toBeChecked();
  fake(captchaChallenge, CHALLENGE);
  await robot.click();
  await expect.element(done).toBeVisible();
  await expect.element(alert(failed)).not.toBeInTheDocument();
});

/** A fake of the reCAPTCHA script, with buttons that solve the captcha and let it expire. */
const RECAPTCHA = `window.grecaptcha = {
  ready: (then) => then(),
  render(place, options) {
    const add = (text, act) => {
      const button = place.appendChild(document.createElement('button'));
      Object.assign(button, { type: 'button', textContent: text, onclick: act });
    };
    add('Solve the captcha of ' + options.sitekey, () => options.callback('solved by hand'));
    add('Wait too long', () => options['expired-callback']());
    return 0;
  },
};//`;

test('with reCAPTCHA keys, the form shows reCAPTCHA’s box and sends each response once', async () => {
  const { google } = settingsWith();
  const address = `data:text/javascript,${encodeURIComponent(RECAPTCHA)}`;
  const sent = fake(sendSupportMessage, refusedCaptcha());
  await openScreen('/help/contact', {
    as: member(),
    settings: { google: { ...google, reCAPTCHA: { siteKey: 'abc', address } } },
  });
  await message.fill('Hello');
  await expect.element(robot).not.toBeInTheDocument();
  const solve = page.getByRole('button', { name: 'Solve the captcha of abc' });
  await solve.click();
  await page.getByRole('button', { name: 'Wait too long' }).click();
  await send();
  await expect.element(alert(CAPTCHA_REFUSED)).toBeVisible();
  expect(sent.calls).toEqual([]);
  await solve.click();
  await expect.element(alert(CAPTCHA_REFUSED)).not.toBeInTheDocument();
  await send();
  // The server refuses this response, and the form shows a new box.
  await expect.element(alert(CAPTCHA_REFUSED)).toBeVisible();
  expect(sent.calls.map(({ body }) => body.recaptcha)).toEqual(['solved by hand']);
  await expect.element(solve).toHaveLength(1);
  await send();
  await expect.element(alert(CAPTCHA_REFUSED)).toBeVisible();
  expect(sent.calls).toHaveLength(1);
});
