import { me } from '@scoville/contract/users.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../testkit/accounts.ts';
import { fake } from '../testkit/api.ts';
import { quietPages } from '../testkit/samples/pages.ts';
import { openScreen, settled } from '../testkit/screen.tsx';

const ada = member({ displayName: 'Ada' });
const accountOfAda = page.getByRole('button', { name: 'Account of Ada' });

/** Another tab of the browser. */
let other: BroadcastChannel;
let heard: unknown[];
beforeEach(() => {
  quietPages();
  heard = [];
  other = new BroadcastChannel('account');
  other.addEventListener('message', ({ data }) => heard.push(data));
});
afterEach(() => other.close());

/** Tells as a tab that shows an account, and that answers as tabs do when another tab shows another one. */
function tellOf(id: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  const tell = () => other.postMessage(id);
  other.addEventListener('message', ({ data }) => data !== id && tell());
  tell();
}

test('the page of a visitor who has done nothing becomes the account’s of which another tab tells', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  await settled();
  // What follows the account would have said it again.
  expect(heard).toEqual([null]);
  fake(me, ada);
  tellOf(ada.id);
  await expect.element(accountOfAda).toBeVisible();
});

test('the page of a visitor becomes the account’s that another tab told of before it was closed', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  fake(me, ada);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  other.postMessage(ada.id);
  other.close();
  await expect.element(accountOfAda).toBeVisible();
});

test('the page of a visitor who does something becomes the account’s of which another tab tells', async () => {
  await openScreen('/genres', { asleep: true });
  await expect.poll(() => heard).toEqual([null]);
  window.dispatchEvent(new Event('touchstart'));
  // What follows the account tells it once more at its start.
  await expect.poll(() => heard).toEqual([null, null]);
  fake(me, ada);
  tellOf(ada.id);
  await expect.element(accountOfAda).toBeVisible();
});

test('a member’s page tells the other tabs whose it is before anything is done on it', async () => {
  await openScreen('/genres', { as: ada, asleep: true });
  await expect.poll(() => heard).toEqual([ada.id]);
});
