import type { SignInRefusal } from '@scoville/contract/accounts/identities/identities.ts';

/** The facts that decide a sign-in at a provider. */
export interface SignInContext {
  /** The account here to link the provider's account to; null for a sign-in. */
  linkTo: string | null;
  /** The user who is signed in here now. */
  actor: string | null;
  /** The user here whom the provider's account is linked to. */
  owner: string | null;
  email: string | null;
  /** The provider vouches that the owner of its account reads mail at that address. */
  emailVerified: boolean;
  /** The account here with that address. */
  account: {
    id: string;
    /** The holder of the account proved here that they read mail at that address. */
    isVouched: boolean;
    /** Another account of the same provider is linked to it. */
    hasOther: boolean;
  } | null;
  /** No account has that address, but it is kept for the undo of a change, so none can get it. */
  isReserved: boolean;
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
 * Chooses the account for a sign-in at a provider. An address links two accounts only if both sides have proof that
 * their owner reads mail there. Otherwise, two attacks would work: naming another user's address at a provider that
 * doesn't check addresses, and creating an account here with another person's address. Each would give one person
 * access to the other's account.
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
  if (account === null && situation.isReserved) return refuse(emailVerified ? 'kept' : 'link-first');
  if (account === null) return { do: 'create' };
  if (!emailVerified || !account.isVouched) return refuse('link-first');
  return account.hasOther ? refuse('one-each') : { do: 'link and sign in', userId: account.id };
}
