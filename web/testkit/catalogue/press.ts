import { page } from 'vitest/browser';

/** Presses one button after another, by their names; the first one of each name. */
export const press =
  (...names: readonly (string | RegExp)[]) =>
  async (): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

/** Opens a menu by its button and selects an item. */
export const select = (button: string | RegExp, item: string | RegExp) => async (): Promise<void> => {
  await press(button)();
  await page.getByRole('menuitem', { name: item, exact: true }).first().click();
};
