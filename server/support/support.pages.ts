import { SCREENS } from '@scoville/contract/addresses.ts';
import { HELP_PAGES, type HelpPage, help } from '@scoville/contract/help.ts';
import type { App } from '../app-context.ts';
import type { PageKind } from '../pages/page.ts';
import { helpText } from './help-text.ts';

const DESCRIPTIONS: Record<HelpPage | 'contact', string> = {
  faq: 'Answers to what listeners and musicians ask: scores, uploads, reviews, plans and accounts.',
  about: 'What this place is for, and how a song finds its listeners.',
  terms: 'What you can expect of this site, and what it expects of you.',
  privacy: 'What is kept about you, what for, and for how long.',
  contact: 'Write to the people who run this site.',
};

export const supportPages = ({ env }: App): PageKind[] => [
  async (path) => {
    const page = HELP_PAGES.find((name) => SCREENS[name].path === path);
    if (page === undefined) return null;
    const data = await helpText(env, page);
    const { title } = SCREENS[page];
    return {
      title,
      description: DESCRIPTIONS[page],
      canonical: path,
      screen: 'support/help-screen.tsx',
      queries: [{ path: help.path, params: { page }, data }],
      outline: {
        heading: title,
        text: DESCRIPTIONS[page],
        lists: [
          { title: 'On this page', links: data.sections.map(({ id, title: text }) => ({ href: `#${id}`, text })) },
        ],
      },
    };
  },
  async (path) =>
    path === SCREENS.contact.path
      ? {
          title: SCREENS.contact.title,
          description: DESCRIPTIONS.contact,
          canonical: path,
          screen: 'support/contact-screen.tsx',
          outline: { heading: SCREENS.contact.title, text: DESCRIPTIONS.contact },
        }
      : null,
];
