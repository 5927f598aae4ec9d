import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { changeSubmission } from '../curation/change-submission.ts';
import { removeSubmission } from '../curation/remove-submission.ts';
import { rejectSubmission } from '../curation/reject-submission.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { liftSuspensionOf } from '../../community/suspensions/lift-suspension.ts';
import { suspend } from '../../community/suspensions/suspend.ts';
import { changeUser } from '../../community/own-account/change-user.ts';
import { deleteAccount } from '../../community/own-account/delete-account.ts';

/** Work to do after the transaction has committed. */
type Afterwards = (() => Promise<void>) | undefined;

/** Performs an action on one media item or account, with the same refusals and audit-log entry as its own call. */
export async function perform(app: App, tx: Tx, actor: Actor, action: BulkAction, id: string): Promise<Afterwards> {
  switch (action.name) {
    case 'publish-media':
      await changeSubmission(app, tx, actor, { id, body: { published: true } });
      return undefined;
    case 'unpublish-media':
      await changeSubmission(app, tx, actor, { id, body: { published: false } });
      return undefined;
    case 'allow-curation':
      await changeSubmission(app, tx, actor, { id, body: { allowCuration: true } });
      return undefined;
    case 'place-media':
      await changeSubmission(app, tx, actor, { id, body: action.place, dontNotify: true });
      return undefined;
    case 'curate-media':
      await changeSubmission(app, tx, actor, { id, body: action.verdict });
      return undefined;
    case 'reject-media':
      return rejectSubmission(app, tx, actor, id, action.reason);
    case 'delete-media':
      return removeSubmission(app, tx, actor, id);
    case 'make-administrators':
      return changeUser(app, tx, actor, id, { role: 'admin' });
    case 'remove-administrators':
      return changeUser(app, tx, actor, id, { role: 'user' });
    case 'certify-users':
      return changeUser(app, tx, actor, id, { isCurator: true });
    case 'revoke-certifications':
      return changeUser(app, tx, actor, id, { isCurator: false });
    case 'suspend-users':
      await suspend(app, tx, actor, { userId: id, ...action.suspension });
      return undefined;
    case 'lift-suspensions':
      return liftSuspensionOf(app, tx, actor, id);
    case 'delete-users':
      await deleteAccount(app, tx, id);
      await recordAct(tx, actor, { act: 'deleted-user', subject: { kind: 'user', id } });
      return undefined;
  }
}
