import {
  type SignInRefusal,
  finishSignIn,
  identities,
  linkIdentity,
  startSignIn,
  unlinkIdentity,
} from '@scoville/contract/accounts/identities/identities.ts';
import { SUSPENDED } from '@scoville/contract/accounts/auth/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { checkVouched } from '../../platform/http/actor.ts';
import { UNKNOWN, callerOf } from '../../platform/http/caller.ts';
import { HttpError, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { signIn } from '../second-factor/sign-in.ts';
import { linkedAccounts } from './account-screen.ts';
import { handleProviderReturn } from './handle-provider-return.ts';
import { setFlowToken, consumeFlowToken } from './flow-cookie.ts';
import { insertFlow, consumeFlow } from './flows.queries.ts';
import { deleteIdentity, findOwner, listIdentities } from './identities.queries.ts';
import { presentIdentities } from './identities.present.ts';
import { mailLinked } from './mail-linked.ts';
import { AnswerRefused, type Provider, ProviderUnavailable, SignInDeclined, openProvider } from './provider.ts';

const HOUR = 3600;

/** Redirects the browser to one of our own screens, never to an address from the request. */
const leadTo = (reply: FastifyReply, path: string): string => {
  void reply.header('location', path);
  return '';
};

export function identitiesRoutes(app: App) {
  const { db, env, limits } = app;
  const providers = env.SIGN_IN_PROVIDERS.map((settings) => openProvider(settings, env.PUBLIC_URL));
  const providerNamed = (name: string) => providers.find(({ settings }) => settings.name === name) ?? null;

  /** Starts a flow at a provider, ties it to the browser, and returns the URL to open. */
  const begin = async (provider: Provider, linkTo: string | null, reply: FastifyReply): Promise<string> => {
    const { url, proofs } = await provider.start();
    setFlowToken(app, reply, await insertFlow(db, { provider: provider.settings.name, linkTo, ...proofs }));
    return url;
  };
  const listFor = async (userId: string) => presentIdentities(env, await listIdentities(db, userId));

  return [
    route(startSignIn, async ({ params, request, reply }) => {
      const refuse = (why: SignInRefusal) => leadTo(reply, `/login?refusal=${why}`);
      // A link on another site can't start a sign-in, because it could sign users in to someone else's account.
      if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
        return leadTo(reply, '/login');
      const provider = providerNamed(params.provider);
      if (provider === null) return refuse('not-configured');
      try {
        const caller = callerOf(request);
        if (caller !== UNKNOWN) await limits.take(`sign-in flow ${caller}`, 60, HOUR);
        return leadTo(reply, await begin(provider, null, reply));
      } catch (error) {
        return refuse(refusalReason(error, request));
      }
    }),

    route(finishSignIn, async ({ params, actor, request, reply }) => {
      const token = consumeFlowToken(app, request, reply);
      const flow = token === null ? null : await consumeFlow(db, token);
      const linkTo = flow?.linkTo ?? null;
      const refuse = (why: SignInRefusal) =>
        leadTo(reply, linkTo === null || actor === null ? `/login?refusal=${why}` : linkedAccounts({ refusal: why }));
      const provider = providerNamed(params.provider);
      if (provider === null) return refuse('not-configured');
      if (flow === null || flow.provider !== params.provider) return refuse('expired');
      try {
        const claims = await provider.finish(request.url.split('?', 2)[1] ?? '', flow);
        const outcome = await handleProviderReturn(app, provider, claims, {
          linkTo,
          actor: actor?.userId ?? null,
          request,
        });
        if (outcome.do === 'refuse') return refuse(outcome.why);
        if (outcome.do !== 'sign in') return leadTo(reply, linkedAccounts({ linked: params.provider }));
        const outside = { issuer: provider.settings.issuer, subject: claims.subject };
        const isStillLinked = async (tx: Tx) => (await findOwner(tx, outside)) === outcome.userId;
        const entered = await signIn(app, outcome.userId, { isStillLinked }, { request, reply });
        if (entered === 'over') return refuse('expired');
        return leadTo(reply, entered === 'in' ? '/login?signedIn=true' : '/login?secondFactor=true');
      } catch (error) {
        return refuse(refusalReason(error, request));
      }
    }),

    route(identities, async (call) => listFor(signedIn(call).userId)),

    route(linkIdentity, async (call) => {
      const actor = signedIn(call);
      const provider = providerNamed(call.params.provider);
      if (provider === null) throw notFound('This way of signing in');
      // Otherwise, someone who created an account with another person's address would keep access after the address's
      // owner
      // chose a new password.
      checkVouched(actor);
      try {
        return { url: await begin(provider, actor.userId, call.reply) };
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        call.request.log.warn({ err: error }, 'a sign-in provider is unavailable');
        throw new HttpError(502, `${provider.settings.label} does not answer just now. Try again in a moment.`);
      }
    }),

    route(unlinkIdentity, async (call) => {
      const { userId } = signedIn(call);
      const provider = providerNamed(call.params.provider);
      if (provider === null) throw notFound('This way of signing in');
      const { issuer, label } = provider.settings;
      // The access `member` requires a password, so the user can still sign in.
      await transaction(db, async (tx) => {
        if (await deleteIdentity(tx, userId, issuer)) await mailLinked(app, tx, userId, label, false);
      });
      return listFor(userId);
    }),
  ];
}

/** The reason shown to the user for a failed exchange with the provider. Rethrows our own errors. */
function refusalReason(error: unknown, request: FastifyRequest): SignInRefusal {
  if (error instanceof SignInDeclined) return 'cancelled';
  if (error instanceof HttpError && error.status === 429) return 'too-many';
  if (error instanceof HttpError && error.errors.some(({ code }) => code === SUSPENDED)) return SUSPENDED;
  if (!(error instanceof ProviderUnavailable || error instanceof AnswerRefused)) throw error;
  request.log.warn({ err: error }, 'a sign-in by a provider came to nothing');
  return error instanceof ProviderUnavailable ? 'unavailable' : 'failed';
}
