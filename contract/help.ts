import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The help pages that are texts. */
export const HELP_PAGES = ['faq', 'about', 'terms', 'privacy'] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** A heading with what stands below it. */
const HelpSection = z.object({
  /** Its anchor in the page's address. */
  id: z.string(),
  title: z.string(),
  /** 2 for a part of the page, 3 for a question in it. */
  level: z.int(),
  html: z.string(),
});
export type HelpSection = z.infer<typeof HelpSection>;

/** A help page: HTML that was made from Markdown, and holds nothing that is executed. */
export const HelpText = z.object({
  /** What stands before the first heading; empty for nothing. */
  intro: z.string(),
  sections: z.array(HelpSection),
});
export type HelpText = z.infer<typeof HelpText>;

export const help = endpoint({
  method: 'GET',
  path: '/api/help/:page',
  access: 'anyone',
  summary: 'The text of a help page, as this installation has it',
  params: z.object({ page: z.enum(HELP_PAGES, 'There is no such help page.') }),
  reply: HelpText,
});
