import { professions, schools } from '@scoville/contract/community/profiles/profile-lookups.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
// Common positions of people in music, and schools in the United States where many people study it.
import knownNames from './known-names.json' with { type: 'json' };
import { enteredNames, mergeNames, matchNames } from './lookups.ts';

export const lookupsRoutes = ({ db }: App) => [
  route(professions, async ({ query: { query = '' } }) => {
    const entered = await enteredNames(db, ['professions', 'title'], query);
    return { professions: mergeNames(matchNames(knownNames.professions, query), entered) };
  }),
  route(schools, async ({ query: { query = '' } }) => {
    const entered = await enteredNames(db, ['schools', 'name'], query);
    return { schools: mergeNames(matchNames(knownNames.schools, query), entered) };
  }),
];
