import { dataExport } from '@scoville/contract/review/data-export.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { secondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { newId } from './accounts.ts';
import { quietly } from './api.ts';
import { LAST_PAGE } from './sample.ts';

/** Fakes the calls of the account overview, for an account that has done nothing but sign up. */
export function quietOverview(): void {
  quietly(gettingStarted, { steps: [] });
  quietly(performances, {
    performer: { id: newId(), displayName: 'Juno Reyes' },
    performances: [],
    total: 0,
    paging: LAST_PAGE,
  });
  quietly(secondFactor, { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false });
  quietly(sessions, { sessions: [] });
  quietly(blocks, { users: [] });
  quietly(dataExport, { dataExport: null });
}
