import { endOneSession, endOtherSessions, sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { describeDevice } from './device.ts';
import { placeOf } from './place.ts';
import { sessionHash } from './session.ts';
import { endSessions, listSessions } from './sessions.queries.ts';

export const sessionsRoutes = (app: App) => [
  route(sessions, async (call) => {
    const rows = await listSessions(app, signedIn(call).userId, sessionHash(app, call.request));
    const shown = rows.map(async ({ userAgent, network, createdAt, lastSeenAt, ...row }) => ({
      ...row,
      network,
      device: describeDevice(userAgent),
      place: await placeOf(network),
      createdOn: createdAt.toISOString(),
      lastSeenOn: lastSeenAt.toISOString(),
    }));
    return { sessions: await Promise.all(shown) };
  }),

  route(endOneSession, async (call) => {
    const { id } = call.params;
    if ((await endSessions(app.db, signedIn(call).userId, { id })) === 0) throw notFound('This session');
    return { id };
  }),

  route(endOtherSessions, async (call) => ({
    ended: await endSessions(app.db, signedIn(call).userId, { butThis: sessionHash(app, call.request) }),
  })),
];
