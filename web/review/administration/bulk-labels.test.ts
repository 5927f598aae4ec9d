import type { BulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { expect, it } from 'vitest';
import { doneText, failedText } from './bulk-labels.ts';

const run = (action: string, done: number, failed: number): BulkRun => ({
  id: '',
  action,
  createdOn: '',
  finishedOn: null,
  total: done + failed,
  done,
  failed,
  failures: [],
});
const said = (...of: Parameters<typeof run>) => [doneText(run(...of)), failedText(run(...of))];

it('ADM-14 ER-23 a bulk action reports how many items it changed and how many it didn’t', () => {
  expect(said('publish-media', 3, 2)).toEqual(['Published 3 media.', 'Failed to publish 2 of 5 media.']);
  expect(said('delete-media', 2, 0)).toEqual(['Removed 2 media.', null]);
  expect(said('delete-users', 1, 2)).toEqual(['Delete: done for 1 user.', 'Failed to delete 2 of 3 users.']);
  expect(said('suspend-users', 0, 2)).toEqual([null, 'Failed to suspend 2 of 2 users.']);
  expect(said('something-new', 1, 0)).toEqual(['Updated 1 media.', null]);
});
