import { me } from '@scoville/contract/accounts/users/users.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { openScreen, settled } from '../../testkit/screen.tsx';
import { joinAccountChannel } from './account-channel.ts';

const ada = member({ displayName: 'Ada' });
const accountOfAda = page.getByRole('button', { name: 'Account of Ada' });

/** Another tab of the browser. */
let other: ReturnType<typeof joinAccountChannel>;
let heard: unknown[];
let answer: (id: unknown) => void;
beforeEach(() => {
  quietPages();
  heard = [];
  answer = () => {};
  other = joinAccountChannel((id) => {
    heard.push(id);
    answer(id);
  });
});
afterEach(() => other.close());

/** Posts an account as its tab does, and again whenever another tab posts a different one. */
function postAccount(own: string): void {
  answer = (id) => id !== own && other.post(own);
  other.post(own);
}

test('a visitor’s page switches to the account that another tab posts, before it is used', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  await settled();
  // `followAccount`, if loaded, would have posted null again.
  expect(heard).toEqual([null]);
  fake(me, ada);
  postAccount(ada.id);
  await expect.element(accountOfAda).toBeVisible();
});

test('a visitor’s page switches to the account of a tab that is closed after posting it', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  fake(me, ada);
  other.post(ada.id);
  other.close();
  await expect.element(accountOfAda).toBeVisible();
});

test('a visitor’s page in use switches to the account that another tab posts', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  window.dispatchEvent(new Event('touchstart'));
  // `followAccount` posts null again when it starts.
  await expect.poll(() => heard).toEqual([null, null]);
  fake(me, ada);
  postAccount(ada.id);
  await expect.element(accountOfAda).toBeVisible();
});

test('a member’s page posts its account before it is used', async () => {
  await openScreen('/genres', { as: ada, asleep: true });
  await expect.poll(() => heard).toEqual([ada.id]);
});
