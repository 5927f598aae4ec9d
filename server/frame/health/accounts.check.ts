import type { Db } from '../../platform/db/connection.ts';
import { listTwinMailboxes } from './accounts.queries.ts';
import { type Check, warn } from './check.ts';
import { pluralize } from './sizes.ts';

/** The most addresses named in the finding. */
const NAMED = 5;

/** Finds accounts whose addresses are two spellings of the same mailbox. */
export const accountsCheck = (db: Db): Check => ({
  part: 'accounts',
  run: async () => {
    const twins = await listTwinMailboxes(db, NAMED + 1);
    if (twins.length === 0) return [];
    const names = twins.slice(0, NAMED).map(({ email }) => email);
    const more = twins.length > NAMED ? ' and others' : '';
    return [
      warn(
        `${pluralize(names.length, 'account')} cannot sign in by email (${names.join(', ')}${more}): another account has the same mailbox, written in another way.`,
        'Ask whose they are which account they keep, and give the other one a new email in the list of users, or delete it there.',
      ),
    ];
  },
});
