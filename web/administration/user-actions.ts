import type { UserSummary } from '@scoville/contract/users.ts';
import { changeUser } from './administration.calls.ts';

/** One thing that can be done with an account; the row's menu and the bar of the selection show the same. */
export interface UserAction {
  name: string;
  label: string;
  when: (user: UserSummary, isMe: boolean) => boolean;
  /** What it means, asked before it runs. */
  confirm?: string;
  run: (user: UserSummary) => Promise<UserSummary>;
  /** As in "{name} is an administrator now." */
  done: string;
}

export const USER_ACTIONS: readonly UserAction[] = [
  {
    name: 'make-admin',
    label: 'Make administrator',
    when: ({ role }) => role === 'user',
    confirm: 'Administrators may change and delete everybody’s media and accounts. They have to sign in again.',
    run: ({ id }) => changeUser(id, { role: 'admin' }),
    done: 'is an administrator now.',
  },
  {
    name: 'remove-administrator',
    label: 'Remove administrator role',
    // One's own role is changed by somebody else, so that nobody locks oneself out by a slip.
    when: ({ role }, isMe) => role === 'admin' && !isMe,
    confirm: 'They lose access to these pages at once and have to sign in again.',
    run: ({ id }) => changeUser(id, { role: 'user' }),
    done: 'is no longer an administrator.',
  },
  {
    name: 'certify',
    label: 'Certify as reviewer',
    when: ({ isCurator }) => isCurator !== true,
    run: ({ id }) => changeUser(id, { isCurator: true }),
    done: 'is a certified reviewer now.',
  },
  {
    name: 'revoke-certification',
    label: 'Revoke certification',
    when: ({ isCurator }) => isCurator === true,
    confirm: 'Reviews that were assigned to them go to somebody else.',
    run: ({ id }) => changeUser(id, { isCurator: false }),
    done: 'is no longer a reviewer.',
  },
];
