import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { EmailOfForm } from '@scoville/contract/community/own-account/email-change.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import type { SuspensionFields } from '@scoville/contract/community/suspensions.ts';
import type * as z from 'zod/mini';
import {
  changeEmail,
  changeUser,
  liftSuspensionOf,
  removeSecondFactorFrom,
  removeUser,
  suspend,
} from './administration.calls.ts';

export type Suspending = z.output<typeof SuspensionFields>;
export type EmailChanging = z.output<typeof EmailOfForm> & { password: string };

/** The input from the action's dialog. */
export interface UserInput {
  suspending?: Suspending;
  plan?: Pick<Plan, 'type' | 'displayName'>;
  changing?: EmailChanging;
  password?: string;
}

/** An action on an account, offered both in the row's menu and in the bar of the selection. */
export interface UserAction {
  name: string;
  label: string;
  when: (user: UserSummary, isMe: boolean) => boolean;
  /** The consequences, for a confirmation. With the dialog `password`, that dialog shows them. */
  confirm?: string;
  /** The dialog, for an action that needs more input than a confirmation. */
  dialog?: 'suspend' | 'plan' | 'email' | 'password';
  run: (user: UserSummary, input: UserInput) => Promise<unknown>;
  /** The job that runs the action on several accounts; an action without it applies to one account at a time. */
  bulk?: (input: UserInput) => BulkAction;
  /** The end of "{name} is an administrator now." */
  done: string | ((input: UserInput) => string);
  /** The start of the message when the action fails for one account; defaults to "Error updating user: ". */
  failure?: string;
  /** Whether the action is destructive and cannot be undone. */
  danger?: boolean;
}

export const USER_ACTIONS: readonly UserAction[] = [
  {
    name: 'make-admin',
    label: 'Make administrator',
    when: ({ role, suspension }) => role === 'user' && suspension === null,
    confirm: 'Administrators may change and delete everybody’s media and accounts. They have to sign in again.',
    run: ({ id }) => changeUser(id, { role: 'admin' }),
    bulk: () => ({ name: 'make-administrators' }),
    done: 'is an administrator now.',
  },
  {
    name: 'remove-administrator',
    label: 'Remove administrator role',
    // Administrators can't remove their own role, so that they don't lock themselves out by mistake.
    when: ({ role }, isMe) => role === 'admin' && !isMe,
    confirm: 'They lose access to these pages at once and have to sign in again.',
    run: ({ id }) => changeUser(id, { role: 'user' }),
    bulk: () => ({ name: 'remove-administrators' }),
    done: 'is no longer an administrator.',
  },
  {
    name: 'certify',
    label: 'Certify as reviewer',
    when: ({ isCurator }) => isCurator !== true,
    run: ({ id }) => changeUser(id, { isCurator: true }),
    bulk: () => ({ name: 'certify-users' }),
    done: 'is a certified reviewer now.',
  },
  {
    name: 'revoke-certification',
    label: 'Revoke certification',
    when: ({ isCurator }) => isCurator === true,
    confirm: 'Reviews that were assigned to them go to somebody else.',
    run: ({ id }) => changeUser(id, { isCurator: false }),
    bulk: () => ({ name: 'revoke-certifications' }),
    done: 'is no longer a reviewer.',
  },
  {
    name: 'plan',
    label: 'Change plan',
    when: () => true,
    dialog: 'plan',
    run: async ({ id }, { plan }) => plan && changeUser(id, { plan: plan.type }),
    done: ({ plan }) => `has the ${plan?.displayName} plan now.`,
  },
  {
    name: 'change-email',
    label: 'Change email',
    // An unconfirmed address together with a second factor could lock out the owner.
    when: ({ hasSecondFactor }, isMe) => hasSecondFactor === false && !isMe,
    dialog: 'email',
    run: async ({ id }, { changing }) => changing && changeEmail(id, changing),
    done: 'has the new email, or gets it when the link in the mail to it is opened.',
  },
  {
    name: 'suspend',
    label: 'Suspend',
    when: ({ role, suspension }, isMe) => role !== 'admin' && suspension === null && !isMe,
    dialog: 'suspend',
    run: async ({ id }, { suspending }) => suspending && suspend(id, suspending),
    bulk: ({ suspending: suspension = { reason: '', days: null } }) => ({ name: 'suspend-users', suspension }),
    done: 'is suspended.',
  },
  {
    name: 'lift-suspension',
    label: 'Lift suspension',
    when: ({ suspension }) => suspension !== null,
    run: ({ id }) => liftSuspensionOf(id),
    bulk: () => ({ name: 'lift-suspensions' }),
    done: 'is no longer suspended.',
  },
  {
    name: 'remove-second-factor',
    label: 'Remove second factor',
    // Users remove their own second factor in their account settings, which ask for their password.
    when: ({ hasSecondFactor }, isMe) => hasSecondFactor === true && !isMe,
    confirm:
      'Only for someone who has lost it: make sure the request really comes from them. Their authenticator app, passkeys and recovery codes stop working, they are signed out everywhere, and from then on their password or sign-in provider alone lets them in. They are told by email.',
    dialog: 'password',
    run: async ({ id }, { password }) => password !== undefined && removeSecondFactorFrom(id, password),
    done: 'has no second factor any more.',
    danger: true,
  },
  {
    name: 'delete',
    label: 'Delete',
    // Users delete their own account in their account settings, which ask for their password.
    when: (_user, isMe) => !isMe,
    confirm:
      'The account will be permanently deleted, with all its media, their plays and their reviews. This cannot be undone.',
    run: ({ id }) => removeUser(id),
    bulk: () => ({ name: 'delete-users' }),
    done: 'was deleted.',
    failure: 'Error removing user: ',
    danger: true,
  },
];
