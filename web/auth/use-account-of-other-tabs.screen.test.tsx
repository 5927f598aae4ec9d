import { me } from '@scoville/contract/users.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
afterEach(() => {
  other.close();
  vi.restoreAllMocks();
});

/** Tells as a tab that shows an account, and that answers as tabs do when another tab shows another one. */
function tellOf(id: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  const tell = () => other.postMessage(id);
  other.addEventListener('message', ({ data }) => data !== id && tell());
  tell();
}

test('the page of a visitor who has done nothing becomes the account’s that another tab tells of', async () => {
  await openScreen('/genres', { asleep: true });
  await settled();
  expect(heard).toEqual([]);
  fake(me, ada);
  tellOf(ada.id);
  await expect.element(accountOfAda).toBeVisible();
});

test('the page of a visitor tells the other tabs that it is a visitor’s once its user does something', async () => {
  await openScreen('/genres', { asleep: true });
  await settled();
  window.dispatchEvent(new Event('touchstart'));
  await expect.poll(() => heard).toEqual([null]);
});

test('the page of a visitor who has done nothing says nothing before another tab does', async () => {
  // What follows the account is loaded now, and the page is idle at once: whatever it says, it says before it is settled.
  await import('./other-tabs.ts');
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) => {
    queueMicrotask(() => run({ didTimeout: false, timeRemaining: () => 50 }));
    return 0;
  });
  await openScreen('/genres', { asleep: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  vi.restoreAllMocks();
  await settled();
  const third = new BroadcastChannel('account');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  third.postMessage('third');
  await expect.poll(() => heard.at(-1)).toBe(null);
  third.close();
  expect(heard).toEqual(['third', null]);
});

test('a member’s page tells the other tabs whose it is before anything is done on it', async () => {
  await openScreen('/genres', { as: ada, asleep: true });
  await expect.poll(() => heard).toEqual([ada.id]);
});
