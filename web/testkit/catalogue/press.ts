import { expect } from 'vitest';
import { page } from 'vitest/browser';

type Step = () => Promise<void>;

/** Presses the first button with each of these names, one after the other. */
export const press =
  (...names: readonly (string | RegExp)[]): Step =>
  async () => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

/** Presses all buttons with a name. */
export const pressAll =
  (name: RegExp): Step =>
  async () => {
    const buttons = page.getByRole('button', { name });
    await expect.element(buttons.first()).toBeVisible();
    for (const button of buttons.all()) await button.click();
  };

/** Opens a menu by its button and selects an item. */
export const select =
  (button: string | RegExp, item: string | RegExp): Step =>
  async () => {
    await press(button)();
    await page.getByRole('menuitem', { name: item, exact: true }).first().click();
  };

/** Fills in the last field with each of these labels. */
export const fill =
  (texts: Record<string, string>): Step =>
  async () => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabelText(label, { exact: true }).last().fill(text);
  };

/** Presses the buttons of the open dialog with exactly these names. */
export const pressIn =
  (...names: readonly string[]): Step =>
  async () => {
    for (const name of names) await page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click();
  };

/** Presses the button with exactly this name in the page's main part. */
export const pressInMain =
  (name: string | RegExp): Step =>
  () =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** Ticks a box or chooses a radio button by its label. */
export const tick =
  (...labels: readonly (string | RegExp)[]): Step =>
  async () => {
    for (const label of labels) await page.getByLabelText(label, { exact: true }).last().click();
  };

/** Chooses an option of a list by the list's label. */
export const choose =
  (label: string, option: string): Step =>
  () =>
    page.getByLabelText(label, { exact: true }).last().selectOptions(option);

/** Runs the steps one after the other. */
export const inTurn =
  (...steps: readonly Step[]): Step =>
  async () => {
    for (const step of steps) await step();
  };

/** Waits until a text is visible. */
export const until =
  (text: string): Step =>
  async () => {
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  };
