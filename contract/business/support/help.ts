import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';

/** The help pages that are plain texts. */
export const HELP_PAGES = ['faq', 'about', 'terms', 'privacy'] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** A heading with the text below it. */
const HelpSection = z.object({
  /** Its anchor in the page's address. */
  id: z.string(),
  title: z.string(),
  /** 2 for a part of the page, 3 for a question in it. */
  level: z.int(),
  html: z.string(),
});
export type HelpSection = z.infer<typeof HelpSection>;

/** A help page as HTML, made from Markdown; it contains nothing executable. */
export const HelpText = z.object({
  /** The text before the first heading; empty if there is none. */
  intro: z.string(),
  sections: z.array(HelpSection),
});
export type HelpText = z.infer<typeof HelpText>;

export const help = endpoint({
  method: 'GET',
  path: '/api/help/:page',
  access: 'anyone',
  summary: 'Get the text of a help page of this installation',
  params: z.object({ page: z.enum(HELP_PAGES, 'There is no such help page.') }),
  reply: HelpText,
});
