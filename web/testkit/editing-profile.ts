import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { musician } from './accounts.ts';
import { toast } from './find.ts';
import { pictureFile } from './picture.ts';
import { type KeptAccount, keptAccount } from './samples/profile.ts';
import { openScreen } from './screen.tsx';

/** The button that saves the whole profile. */
export const save = page.getByRole('button', { name: 'Save Profile' });

/** A field by its exact label. */
export const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

/** A part of the form by its heading, such as `Bands`. */
export const section = (name: string): Locator => page.getByRole('region', { name, exact: true });

/** The button with exactly this label, on the whole page or within a part of it. */
export const button = (name: string, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** Opens the profile form of an account, like after a reload. */
export async function openForm(account: KeptAccount): Promise<void> {
  await openScreen('/account/profile', { as: account.now() });
  await expect.element(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible();
}

/** Opens the profile form of a new account. */
export async function openNewForm(more: Partial<Me> = {}): Promise<KeptAccount> {
  const account = keptAccount(musician(more));
  await openForm(account);
  return account;
}

/** Saves, and waits until the form shows the saved state. Returns the request's body. */
export async function saveForm({ saves }: KeptAccount): Promise<(typeof saves)[number]['body']> {
  const before = saves.length;
  await save.click();
  await expect.poll(() => saves.length).toBe(before + 1);
  await expect.element(toast('Successfully updated!').last()).toBeVisible();
  await expect.element(save).not.toHaveAttribute('aria-busy');
  return saves[before]!.body;
}

/** Expects that Save is marked as unavailable, but can still get the keyboard focus. */
export const expectNoSave = () => expect.element(save).toHaveAttribute('aria-disabled', 'true');
export const expectSave = () => expect.element(save).toHaveAttribute('aria-disabled', 'false');

/** Opens a list's drawer by its button and fills in the labelled fields. */
export async function fillDrawer(list: Locator, add: string, fields: Record<string, string>): Promise<void> {
  await list.getByRole('button', { name: add }).click();
  for (const [label, text] of Object.entries(fields)) await list.getByLabelText(label, { exact: true }).fill(text);
}
export async function addEntry(list: Locator, add: string, fields: Record<string, string>): Promise<void> {
  await fillDrawer(list, add, fields);
  await button('Done', list).click();
  await expect.element(list.getByRole('form')).not.toBeInTheDocument();
}

/** The open dialog for changing a picture. */
export const pictureEditor = page.getByRole('dialog', { name: 'Change Image' });

/** Chooses a picture in the open editor. */
export async function choosePicture(width?: number, height?: number): Promise<void> {
  await userEvent.upload(pictureEditor.getBySelector('input[type=file]'), await pictureFile(width, height));
}

/** Sets the picture in a part of the form, such as an open drawer. */
export async function setPicture(part: Locator): Promise<void> {
  await button('Change Image', part).click();
  await choosePicture();
  await button('Save', pictureEditor).click();
  await expect.element(pictureEditor).not.toBeInTheDocument();
}
