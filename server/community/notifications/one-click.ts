import { inOneForm } from '@scoville/contract/platform/lib/email.ts';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { isUnsubscribeToken } from './unsubscribe-links.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

/**
 * Handles a link in a mail that stops something other than all mail to an address. Returns null if the query isn't such
 * a link; otherwise, whether the token was valid and the mail is stopped.
 */
export type OneClickStop = (app: App, query: Record<string, unknown>) => Promise<boolean> | null;

/** Maximum body (bytes). The body is ignored, because the request's URL has all information. */
const BODY_LIMIT = 4096;

/**
 * Unsubscribes with one click (RFC 8058): the mail program posts to the URL in the mail's List-Unsubscribe. The
 * mailbox's provider sends the request, without cookies and not from one of our pages, so the signed link is the proof.
 * In a browser, the same URL opens a screen that asks for confirmation, because mail scanners open links, too.
 */
export async function serveOneClick(server: FastifyInstance, app: App, stops: readonly OneClickStop[]): Promise<void> {
  await server.register(async (scope) => {
    // The form may have either encoding, because RFC 8058 allows both.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async () => null);
    scope.post<{ Querystring: Record<string, unknown> }>(
      SCREENS.unsubscribe.path,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          summary: 'Unsubscribe with the signed link in the List-Unsubscribe header of a mail (RFC 8058)',
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
  // Links in mail from before addresses were normalized contain another spelling, for which their token is valid.
  await unsubscribeAddress(app, inOneForm(email));
  return true;
}
