import type { BulkName, BulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { numberText, pluralize } from '../../platform/lib/format.ts';

interface Words {
  /** The label of the action's button. */
  label: string;
  of: 'media' | 'users';
  /** The verb in "Failed to publish 1 of 3 media." */
  verb: string;
  /** The start of "Published 2 media."; actions on accounts have a different sentence. */
  past?: string;
}

const WORDS: Record<BulkName, Words> = {
  'publish-media': { label: 'Publish', of: 'media', verb: 'publish', past: 'Published' },
  'unpublish-media': { label: 'Unpublish', of: 'media', verb: 'unpublish', past: 'Unpublished' },
  'allow-curation': {
    label: 'Allow Curation',
    of: 'media',
    verb: 'allow curation of',
    past: 'Allowed curation of',
  },
  'place-media': { label: 'Genre and mood', of: 'media', verb: 'update', past: 'Updated' },
  'curate-media': { label: 'Curate', of: 'media', verb: 'curate', past: 'Curated' },
  'reject-media': { label: 'Reject', of: 'media', verb: 'reject', past: 'Rejected' },
  'delete-media': { label: 'Delete', of: 'media', verb: 'remove', past: 'Removed' },
  'make-administrators': { label: 'Make administrator', of: 'users', verb: 'update' },
  'remove-administrators': { label: 'Remove administrator role', of: 'users', verb: 'update' },
  'certify-users': { label: 'Certify as reviewer', of: 'users', verb: 'update' },
  'revoke-certifications': { label: 'Revoke certification', of: 'users', verb: 'update' },
  'suspend-users': { label: 'Suspend', of: 'users', verb: 'suspend' },
  'lift-suspensions': { label: 'Lift suspension', of: 'users', verb: 'update' },
  'delete-users': { label: 'Delete', of: 'users', verb: 'delete' },
};

/** For an action of a newer server that this page doesn't know. */
const UNKNOWN: Words = { label: 'Update', of: 'media', verb: 'update', past: 'Updated' };

export const bulkWords = ({ action }: Pick<BulkRun, 'action'>): Words => WORDS[action as BulkName] ?? UNKNOWN;

/** Returns a text such as "Published 2 media." or "Delete: done for 2 users."; null if nothing was done. */
export function doneText(run: BulkRun): string | null {
  const { label, past } = bulkWords(run);
  if (run.done === 0) return null;
  return past === undefined
    ? `${label}: done for ${pluralize(run.done, 'user', 'users')}.`
    : `${past} ${numberText(run.done)} media.`;
}

/** Returns a text such as "Failed to publish 1 of 3 media."; null if nothing failed. */
export function failedText(run: BulkRun): string | null {
  const { verb, of } = bulkWords(run);
  return run.failed === 0 ? null : `Failed to ${verb} ${numberText(run.failed)} of ${numberText(run.total)} ${of}.`;
}
