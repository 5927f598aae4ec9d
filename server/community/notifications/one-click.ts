import { inOneForm } from '@scoville/contract/platform/lib/email.ts';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { App } from '../../app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { isUnsubscribeToken } from './unsubscribe-links.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

/**
 * What else than all mail to an address a mail's link may stop, by the query of its address: null when it names nothing
 * of that kind, else whether its token was right and it is stopped.
 */
export type OneClickStop = (app: App, query: Record<string, unknown>) => Promise<boolean> | null;

/** What a mail program sends says nothing beside the address that it is sent to (bytes). */
const BODY_LIMIT = 4096;

/**
 * Unsubscribes by one click (RFC 8058): the mail program posts to the address in the mail's List-Unsubscribe. It comes
 * from whoever runs the mailbox, without cookies and from no page of ours: the signed link is the proof. Opened in a
 * browser, the same address is the screen that asks first, since programs that look at mail open links, too.
 */
export async function serveOneClick(server: FastifyInstance, app: App, stops: readonly OneClickStop[]): Promise<void> {
  await server.register(async (scope) => {
    // A form in either encoding: RFC 8058 leaves the choice.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async () => null);
    scope.post<{ Querystring: Record<string, unknown> }>(
      SCREENS.unsubscribe.path,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          summary: 'Unsubscribe by the signed link of a mail, as mail programs do it (RFC 8058)',
          'x-access': 'anyone',
        } as FastifySchema,
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        await app.limits.take(`one-click ${callerOf(request)}`, 600, 60);
        const [stopping = stopAddress(app, request.query)] = stops.flatMap((stop) => stop(app, request.query) ?? []);
        if (!(await stopping)) throw badRequest('This link is damaged. Open it again from the mail.');
        return { message: 'You are unsubscribed.' };
      },
    );
  });
}

async function stopAddress(app: App, { email, token }: Record<string, unknown>): Promise<boolean> {
  if (typeof email !== 'string' || typeof token !== 'string' || !(await isUnsubscribeToken(app.db, email, token)))
    return false;
  // Mail that left before addresses were converted has another spelling, which its token proves.
  await unsubscribeAddress(app, inOneForm(email));
  return true;
}
