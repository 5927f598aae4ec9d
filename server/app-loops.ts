import type { App } from './platform/app-context.ts';
import { pruneShowingsLoop, reportGoalsLoop } from './business/ads/ads.loops.ts';
import { reportMachineHealth } from './review/administration/notices.loops.ts';
import { pruneDevicesLoop, pruneSessionsLoop, pruneTokensLoop } from './accounts/auth/auth.loops.ts';
import { endAbandonedRunsLoop, pruneBulkRunsLoop } from './review/bulk/bulk-runs.loops.ts';
import { calibrateLoop } from './review/calibration/calibration.loops.ts';
import { keepPromisesLoop, reassignReviewsLoop, refreshReviewFiguresLoop } from './review/curation/curation.loops.ts';
import { seedsLoop } from './review/draws/draws.loops.ts';
import {
  refreshCountsLoop,
  refreshSearchLoop,
  refreshSuggestionsLoop,
  repairSuggestionsLoop,
  refreshVocabularyLoop,
  endFirstListensLoop,
} from './listening/discovery/discovery.loops.ts';
import { pruneExportsLoop } from './review/data-export/data-export.loops.ts';
import { pruneCallsLoop } from './platform/http/http.loops.ts';
import { pruneSignInFlowsLoop } from './accounts/identities/identities.loops.ts';
import { countFollowsLoop, pruneFollowsLoop } from './community/follows/follows.loops.ts';
import { examineMachineLoop, heartbeatLoop } from './frame/health/health.loops.ts';
import type { Loop } from './platform/jobs/loop.ts';
import { pruneMailLoop, sendMailLoop } from './platform/mail/mail.loops.ts';
import { pruneNotificationsLoop } from './community/notifications/notifications.loops.ts';
import { drawFeedArtworkLoop } from './listening/podcasts/podcasts.loops.ts';
import { reconcilePlansLoop } from './business/billing/billing.loops.ts';
import { rescueSourcesLoop, sweepWorkLoop } from './pipeline/processing/processing.loops.ts';
import { prunePendingSignInsLoop } from './accounts/second-factor/second-factor.loops.ts';
import { pruneReportsLoop } from './community/reports/reports.loops.ts';
import { pruneChallengesLoop } from './business/support/support.loops.ts';
import { foldStatsLoop, pruneListenersLoop } from './listening/stats/stats.loops.ts';
import { pruneEmailChangesLoop } from './accounts/users/users.loops.ts';

/** The repeated tasks of the workers. Only one worker at a time runs a task, unless the task has `everywhere`. */
export const loops: readonly Loop<App>[] = [
  foldStatsLoop,
  refreshCountsLoop,
  refreshSearchLoop,
  refreshVocabularyLoop,
  refreshSuggestionsLoop,
  repairSuggestionsLoop,
  pruneListenersLoop,
  endFirstListensLoop,
  pruneCallsLoop,
  pruneSessionsLoop,
  pruneTokensLoop,
  pruneEmailChangesLoop,
  pruneDevicesLoop,
  pruneSignInFlowsLoop,
  prunePendingSignInsLoop,
  pruneExportsLoop,
  reportGoalsLoop,
  pruneShowingsLoop,
  countFollowsLoop,
  pruneFollowsLoop,
  drawFeedArtworkLoop,
  rescueSourcesLoop,
  sweepWorkLoop,
  seedsLoop,
  calibrateLoop,
  keepPromisesLoop,
  reassignReviewsLoop,
  refreshReviewFiguresLoop,
  pruneChallengesLoop,
  pruneReportsLoop,
  reconcilePlansLoop,
  sendMailLoop,
  pruneMailLoop,
  pruneBulkRunsLoop,
  endAbandonedRunsLoop,
  pruneNotificationsLoop,
  reportMachineHealth,
  heartbeatLoop,
  examineMachineLoop,
];
