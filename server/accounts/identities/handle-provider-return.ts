import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { type Tx, brokenConstraint, transaction } from '../../platform/db/connection.ts';
import { offerVerification } from '../auth/order-verification.ts';
import { sessionExists } from '../auth/session.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { basePlan } from '../plans/plan-limits.ts';
import { lockAccount } from '../second-factor/second-factor.queries.ts';
import { countSignUp } from '../users/count-sign-up.ts';
import { findUndoableChange } from '../users/email-changes.queries.ts';
import { insertUser } from '../users/users.queries.ts';
import { type Choice, chooseAccount } from './choose-account.ts';
import {
  type Outside,
  findByEmail,
  findOwner,
  hasIdentity,
  insertIdentity,
  lockDecision,
  markUsed,
} from './identities.queries.ts';
import { usableEmail, usableName } from './claims.ts';
import { mailLinked } from './mail-linked.ts';
import type { Claims, Provider } from './provider.ts';

/** The outcome of a flow: the chosen account, or why there is none. */
export type ReturnOutcome = Exclude<Choice, { do: 'create' | 'link and sign in' }>;

/**
 * Chooses the account for a user returning from a provider, and stores the choice, in one transaction. Two simultaneous
 * returns with the same account or address are handled one after the other.
 * @param linkTo the account here to link the provider's account to; null for a sign-in
 * @param actor the user now signed in here
 * @param request its network's new accounts are counted. Throws 429 after too many.
 */
export async function handleProviderReturn(
  app: App,
  provider: Provider,
  claims: Claims,
  { linkTo, actor, request }: { linkTo: string | null; actor: string | null; request: FastifyRequest },
): Promise<ReturnOutcome> {
  const outside: Outside = { issuer: provider.settings.issuer, subject: claims.subject };
  const email = usableEmail(claims.email);
  try {
    return await transaction(app.db, async (tx) => {
      await lockDecision(tx, outside, email);
      const choice = chooseAccount({
        linkTo,
        actor,
        owner: await findOwner(tx, outside),
        email,
        emailVerified: claims.emailVerified,
        account: email === null ? null : await findByEmail(tx, email, outside.issuer),
        isReserved: email !== null && (await findUndoableChange(tx, email)) !== null,
        actorHasOther: actor !== null && (await hasIdentity(tx, actor, outside.issuer)),
      });
      return applyChoice(app, tx, choice, { outside, email, claims, provider, request });
    });
  } catch (error) {
    // Someone has just signed up with that address and a password.
    if (brokenConstraint(error) === 'users_email_key') return { do: 'refuse', why: 'link-first' };
    throw error;
  }
}

interface Who {
  outside: Outside;
  email: string | null;
  claims: Claims;
  provider: Provider;
  request: FastifyRequest;
}

async function applyChoice(app: App, tx: Tx, choice: Choice, who: Who): Promise<ReturnOutcome> {
  const { outside, email, claims } = who;
  const link = async (userId: string) => {
    await insertIdentity(tx, { ...outside, userId, email });
    await mailLinked(app, tx, userId, who.provider.settings.label);
  };
  switch (choice.do) {
    case 'create': {
      await countSignUp(app, callerOf(who.request));
      const userId = newId();
      await insertUser(tx, {
        id: userId,
        ...usableName(claims),
        email: email ?? '',
        verified: claims.emailVerified,
        passwordHash: null,
        type: 'Musician',
        role: 'user',
        plan: basePlan(app.env).type,
      });
      // As with a sign-up, the account shows that a link is being mailed.
      if (!claims.emailVerified && app.env.SMTP_URL !== null)
        await offerVerification(app, tx, { userId, email: email ?? '' });
      await insertIdentity(tx, { ...outside, userId, email });
      await markUsed(tx, outside);
      return { do: 'sign in', userId };
    }
    case 'link and sign in':
      await link(choice.userId);
      await markUsed(tx, outside);
      return { do: 'sign in', userId: choice.userId };
    case 'link':
      // A new password may have ended the session while the provider handled the request.
      if (!(await lockAccount(tx, choice.userId)) || !(await sessionExists(app, tx, choice.userId, who.request)))
        return { do: 'refuse', why: 'signed-out' };
      await link(choice.userId);
      return choice;
    case 'sign in':
      await markUsed(tx, outside);
      return choice;
    case 'nothing':
    case 'refuse':
      return choice;
  }
}
