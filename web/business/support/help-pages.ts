import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';

/** The pages of the help, as its navigation lists them. */
export const HELP_LINKS = [SCREENS.about, SCREENS.faq, SCREENS.contact, SCREENS.terms, SCREENS.privacy].map(
  ({ path, title }) => ({ path, title }),
);
