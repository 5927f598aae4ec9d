import { beforeEach, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const upgrade = page.getByRole('banner').getByRole('link', { name: 'Upgrade' });
const button = page.getByRole('button', { name: 'Account of Juno' });

beforeEach(emptyScreens);

test('PS-16 the navbar offers the upgrade to members without a subscription', async () => {
  await openScreen('/', { as: member() });
  // Amber has a darker shade in the light theme.
  await commands.emulateMedia({ colorScheme: 'light' });
  await expect.element(upgrade).toHaveStyle({ color: 'rgb(152, 89, 0)' });
  await upgrade.click();
  await expect.poll(address).toBe('/account/subscription');
});

test('PS-16 the navbar doesn’t offer the upgrade to visitors and subscribers', async () => {
  await openScreen('/');
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
  await openScreen('/', { as: member({ plan: 'spicy', isSubscribed: true }) });
  await expect.element(button).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
});

test('the account menu works from the keyboard and returns the focus', async () => {
  await openScreen('/', { as: member() });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'My Profile' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete Account' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('a second click on its button closes the account menu', async () => {
  await openScreen('/', { as: member() });
  await button.click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await button.click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});
