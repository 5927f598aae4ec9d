import { type HelpSection, type HelpText, help } from '@scoville/contract/business/support/help.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { leftFor } from '../../testkit/stay-here.ts';

const PAGES = [
  ['About Us', '/help/about'],
  ['FAQs', '/help/faq'],
  ['Contact', '/help/contact'],
  ['Terms of Use', '/help/terms'],
  ['Privacy Policy', '/help/privacy'],
] as const;

/** A question whose answer is longer than the window. */
const question = (title: string): HelpSection => ({
  id: title
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '-'),
  title,
  level: 2,
  html: '<p>Ask whoever cooks.</p>'.repeat(40),
});
const TEXTS: Record<string, HelpText> = {
  faq: {
    intro: '',
    sections: ['How do I delete my account?', 'How do I get the Master Chef badge?'].map(question),
  },
  terms: { intro: '<p>You leave by <a href="/account/delete">Delete Account</a>.</p>', sections: [] },
};

const field = page.getByRole('searchbox', { name: 'Search the help' });
const results = page.getByRole('list', { name: 'Results' }).getByRole('link');
const count = page.getByRole('main').getByRole('status');

beforeEach(() => {
  emptyScreens();
  leftFor.length = 0;
  fake(help, ({ params }) => TEXTS[params.page] ?? { intro: `<p>About ${params.page}.</p>`, sections: [] });
});

test('RT-48 RT-49 MB-13 J-25 the footer of every page links to the five help pages', async () => {
  await openScreen('/help');
  await expect.poll(address).toBe('/help/faq');
  const foot = page.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  await expect.poll(() => textsOf(foot)).toEqual(PAGES.map(([title]) => title));
  for (const [title, path] of PAGES) {
    await foot.filter({ hasText: title }).click();
    await expect.poll(address).toBe(path);
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toHaveFocus();
    await expect.poll(() => document.title).toBe(`${title} | Scoville`);
    const here = page.getByRole('navigation', { name: 'Help', exact: true }).getByRole('link', { name: title });
    await expect.element(here).toHaveAttribute('aria-current', 'page');
  }
});

test('the address of a question scrolls to that question', async () => {
  await openScreen('/help/faq#how-do-i-get-the-master-chef-badge');
  await expect.element(page.getByRole('heading', { name: 'How do I get the Master Chef badge?' })).toBeInViewport();
  await expect.element(page.getByRole('heading', { name: 'How do I delete my account?' })).not.toBeInViewport();
});

test('the help can be searched with the keyboard, and a result moves the focus to its question', async () => {
  await openScreen('/help/about');
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('master chef');
  await expect.element(results.first()).toHaveTextContent('How do I get the Master Chef badge?');
  await expect.element(count).toHaveText('1 result');
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(results.first()).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(address).toBe('/help/faq#how-do-i-get-the-master-chef-badge');
  const found = page.getByRole('heading', { name: 'How do I get the Master Chef badge?' });
  await expect.element(found).toHaveFocus();
  await expect.element(found).toBeInViewport();
  await expect.element(results).not.toBeInTheDocument();
});

test('a search without results links to the contact form, and Escape clears it', async () => {
  await openScreen('/help/faq');
  await field.fill('xylophone');
  await expect.element(count).toHaveText('Nothing in the help matches “xylophone”.');
  await expectAccessible();
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await field.fill('xylophone');
  await page.getByRole('link', { name: 'Ask the people who run this site' }).click();
  await expect.poll(address).toBe('/help/contact');
});

test('a link in a help text opens its page without a reload', async () => {
  await openScreen('/help/terms');
  await page.getByRole('main').getByRole('link', { name: 'Delete Account' }).click();
  await expect.poll(address).toBe('/login');
  expect(leftFor).toEqual([]);
});
