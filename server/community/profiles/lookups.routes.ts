import { professions, schools } from '@scoville/contract/community/profiles/profile-lookups.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { PROFESSIONS, SCHOOLS } from './known-names.ts';
import { enteredNames, mergeNames, matchNames } from './lookups.ts';

export const lookupsRoutes = ({ db }: App) => [
  route(professions, async ({ query: { query = '' } }) => {
    const entered = await enteredNames(db, ['professions', 'title'], query);
    return { professions: mergeNames(matchNames(PROFESSIONS, query), entered) };
  }),
  route(schools, async ({ query: { query = '' } }) => {
    const entered = await enteredNames(db, ['schools', 'name'], query);
    return { schools: mergeNames(matchNames(SCHOOLS, query), entered) };
  }),
];
