import { HELP_PAGES, type HelpPage, help } from '@scoville/contract/business/support/help.ts';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf } from '../../platform/lib/query.ts';

/** The text of a help page, which doesn't change during a visit. */
export const helpQuery = (page: HelpPage) => ({ ...queryOf(help, { params: { page } }), staleTime: 5 * 60_000 });

/** The texts of all pages, for the search. */
export const allHelpQueries = () => HELP_PAGES.map(helpQuery);

export const loadHelp = (client: QueryClient, page: HelpPage) => client.ensureQueryData(helpQuery(page));
