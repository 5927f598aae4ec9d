import * as z from 'zod/mini';
import { CurationFields } from '../../catalogue/media/curation-fields.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { SuspensionFields } from '../../community/suspensions.ts';
import { ById, Id, Time, text } from '../../platform/lib/values.ts';

const { curatedGenre, curatedMood } = CurationFields.shape;

/** Actions that administrators can apply to several media items or accounts at once. */
export const BulkAction = z.discriminatedUnion('name', [
  z.object({ name: z.literal('publish-media') }),
  z.object({ name: z.literal('unpublish-media') }),
  z.object({ name: z.literal('allow-curation') }),
  z.object({ name: z.literal('place-media'), place: z.object({ curatedGenre, curatedMood }) }),
  z.object({ name: z.literal('curate-media'), verdict: CurationFields }),
  z.object({ name: z.literal('reject-media'), reason: z.optional(text(2000)) }),
  z.object({ name: z.literal('delete-media') }),
  z.object({ name: z.literal('make-administrators') }),
  z.object({ name: z.literal('remove-administrators') }),
  z.object({ name: z.literal('certify-users') }),
  z.object({ name: z.literal('revoke-certifications') }),
  z.object({ name: z.literal('suspend-users'), suspension: SuspensionFields }),
  z.object({ name: z.literal('lift-suspensions') }),
  z.object({ name: z.literal('delete-users') }),
]);
export type BulkAction = z.infer<typeof BulkAction>;
export type BulkName = BulkAction['name'];

/** An item for which the action failed. */
const BulkFailure = z.object({
  id: Id,
  /** Title of the song or video, or name of the account; null if the item was deleted. */
  name: z.nullable(z.string()),
  reason: z.string(),
});

/** An action on several items, with its progress and result. */
export const BulkRun = z.object({
  id: Id,
  action: z.string(),
  createdOn: Time,
  /** Null while the run isn't finished. */
  finishedOn: z.nullable(Time),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** All failures, without a limit. */
  failures: z.array(BulkFailure),
});
export type BulkRun = z.infer<typeof BulkRun>;

const MOST = 'Choose at most 500 at a time.';

export const startBulkRun = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-runs',
  access: 'admin',
  summary: 'Start a job that applies an action to several media items or accounts, and continues after failures',
  perMinute: 60,
  body: z.object({
    action: BulkAction,
    ids: z.array(Id).check(z.minLength(1, 'Choose at least one.'), z.maxLength(500, MOST)),
  }),
  reply: BulkRun,
});

export const bulkRuns = endpoint({
  method: 'GET',
  path: '/api/admin/bulk-runs',
  access: 'admin',
  summary: 'List your ten latest bulk runs that are running or not dismissed, newest first',
  reply: z.object({ runs: z.array(BulkRun) }),
});

export const dismissBulkRun = endpoint({
  method: 'DELETE',
  path: '/api/admin/bulk-runs/:id',
  access: 'admin',
  summary: 'Dismiss the result of your own bulk run; its effects remain, and repeated calls change nothing',
  params: ById,
  reply: z.object({ dismissed: z.literal(true) }),
});
