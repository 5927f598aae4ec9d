import { people } from '@scoville/contract/user-list.ts';
import type { App } from '../app-context.ts';
import { route, signedIn } from '../http/route.ts';
import { listPeople } from './people.queries.ts';
import { presentMusician } from './users.present.ts';

/** As many as one looks through while typing. */
const MOST = 8;

export const peopleRoutes = ({ db }: App) => [
  route(people, async (call) => {
    const rows = await listPeople(db, { userId: signedIn(call).userId, typed: call.query.q, limit: MOST });
    return { people: rows.map(presentMusician) };
  }),
];
