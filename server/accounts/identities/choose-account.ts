import type { SignInRefusal } from '@scoville/contract/accounts/identities/identities.ts';

/** What is known when somebody comes back from a provider. */
export interface SignInContext {
  /** The account here that the one there was to be linked to; null to sign in. */
  linkTo: string | null;
  /** Who is signed in here now. */
  actor: string | null;
  /** To whom here the account there is linked. */
  owner: string | null;
  email: string | null;
  /** The provider says that its account's owner reads mail at that address. */
  emailVerified: boolean;
  /** The account here with that address. */
  account: {
    id: string;
    /** Whoever holds it showed here that they read mail at that address. */
    isVouched: boolean;
    /** Another account of the same provider is linked to it. */
    hasOther: boolean;
  } | null;
  /** No account has that address, but it is kept for the undo of a change, so none can get it. */
  isKept: boolean;
  /** Another account of the same provider is linked to the one that is signed in. */
  actorHasOther: boolean;
}

export type Choice =
  | { do: 'sign in'; userId: string }
  | { do: 'link'; userId: string }
  | { do: 'link and sign in'; userId: string }
  | { do: 'create' }
  | { do: 'nothing' }
  | { do: 'refuse'; why: SignInRefusal };

const refuse = (why: SignInRefusal): Choice => ({ do: 'refuse', why });

/**
 * Whose account it is. An address links two accounts only where both sides know that their owner reads mail there: with a
 * provider that takes anybody's word, or with an account here that somebody made with another's address, one of the two
 * would come into the other's account.
 */
export function chooseAccount(situation: SignInContext): Choice {
  const { linkTo, actor, owner, email, emailVerified, account } = situation;
  if (linkTo !== null) {
    if (actor !== linkTo) return refuse('signed-out');
    if (owner === linkTo) return { do: 'nothing' };
    if (owner !== null) return refuse('taken');
    if (situation.actorHasOther) return refuse('one-each');
    return { do: 'link', userId: linkTo };
  }
  if (owner !== null) return { do: 'sign in', userId: owner };
  if (email === null) return refuse('no-email');
  // Unless the provider vouches for the address, the refusal is the same as for the address of an account.
  if (account === null && situation.isKept) return refuse(emailVerified ? 'kept' : 'link-first');
  if (account === null) return { do: 'create' };
  if (!emailVerified || !account.isVouched) return refuse('link-first');
  return account.hasOther ? refuse('one-each') : { do: 'link and sign in', userId: account.id };
}
