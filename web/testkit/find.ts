import { type Locator, page } from 'vitest/browser';

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);

/** The alert that says exactly this. */
export const alert = (text: string): Locator => page.getByRole('alert').filter({ hasText: exactly(text) });

/** The message in the corner that says exactly this, with or without its card. */
export const toast = (text: string): Locator =>
  page.getBySelector('[data-toast], [data-toast] p').and(page.getByText(text, { exact: true }));
