import { type Locator, page } from 'vitest/browser';

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);

/** The alert with exactly this text. */
export const alert = (text: string): Locator => page.getByRole('alert').filter({ hasText: exactly(text) });

/** The message in the corner with exactly this text, with or without its card. */
export const toast = (text: string): Locator =>
  page.getBySelector('[data-toast], [data-toast] p').and(page.getByText(text, { exact: true }));
