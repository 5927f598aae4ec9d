import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { HELP_PAGES, type HelpPage, help } from '@scoville/contract/business/support/help.ts';
import type { App } from '../../platform/app-context.ts';
import type { PageKind } from '../../frame/pages/page.ts';
import { findReviewFigures } from '../../listening/discovery/statistics.queries.ts';
import { helpText } from './help-text.ts';

const DESCRIPTIONS: Record<HelpPage | 'contact' | 'takedown', string> = {
  faq: 'Answers to what listeners and musicians ask: scores, uploads, reviews, plans and accounts.',
  about: 'What this place is for, and how a song finds its listeners.',
  terms: 'What you can expect of this site, and what it expects of you.',
  privacy: 'What is kept about you, what for, and for how long.',
  contact: 'Write to the people who run this site.',
  takedown: 'Ask for a song or video to be taken down that uses your work without permission.',
};

const FORMS = [
  {
    name: 'contact',
    screen: 'business/support/contact-screen.tsx',
  },
  {
    name: 'takedown',
    screen: 'business/support/takedown-screen.tsx',
  },
] as const;

export const supportPages = ({ db, env }: App): PageKind[] => [
  async (path) => {
    const page = HELP_PAGES.find((name) => SCREENS[name].path === path);
    if (page === undefined) return null;
    const data = await helpText(env, page, await findReviewFigures(db));
    const { title } = SCREENS[page];
    return {
      title,
      description: DESCRIPTIONS[page],
      canonical: path,
      screen: 'business/support/help-screen.tsx',
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
  async (path) => {
    const form = FORMS.find(({ name }) => SCREENS[name].path === path);
    if (form === undefined) return null;
    const { name, ...place } = form;
    const { title } = SCREENS[name];
    const description = DESCRIPTIONS[name];
    return { title, description, canonical: path, ...place, outline: { heading: title, text: description } };
  },
];
