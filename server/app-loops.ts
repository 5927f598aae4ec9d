import type { App } from './app-context.ts';
import { pruneShowingsLoop, reportGoalsLoop } from './ads/ads.loops.ts';
import { reportMachineHealth } from './administration/notices.loops.ts';
import { forgetDevicesLoop, pruneSessionsLoop, pruneTokensLoop } from './auth/auth.loops.ts';
import { endAbandonedRunsLoop, pruneBulkRunsLoop } from './bulk/bulk-runs.loops.ts';
import { reassignReviewsLoop } from './curation/curation.loops.ts';
import {
  refreshCountsLoop,
  refreshSearchLoop,
  refreshSuggestionsLoop,
  repairSuggestionsLoop,
  refreshVocabularyLoop,
  endFirstListensLoop,
} from './discovery/discovery.loops.ts';
import { pruneExportsLoop } from './data-export/data-export.loops.ts';
import { pruneCallsLoop } from './http/http.loops.ts';
import { pruneSignInFlowsLoop } from './identities/identities.loops.ts';
import { countFollowsLoop, pruneFollowsLoop } from './follows/follows.loops.ts';
import { examineMachineLoop, heartbeatLoop } from './health/health.loops.ts';
import type { Loop } from './jobs/loop.ts';
import { pruneMailLoop, sendMailLoop } from './mail/mail.loops.ts';
import { pruneNotificationsLoop } from './notifications/notifications.loops.ts';
import { drawFeedArtworkLoop } from './podcasts/podcasts.loops.ts';
import { reconcilePlansLoop } from './billing/billing.loops.ts';
import { rescueSourcesLoop, sweepWorkLoop } from './processing/processing.loops.ts';
import { prunePendingSignInsLoop } from './second-factor/second-factor.loops.ts';
import { pruneReportsLoop } from './reports/reports.loops.ts';
import { pruneChallengesLoop } from './support/support.loops.ts';
import { foldStatsLoop, pruneListenersLoop } from './stats/stats.loops.ts';
import { pruneEmailChangesLoop } from './users/users.loops.ts';

/** The repeated tasks of the workers. One worker runs each of them, or every worker does (`everywhere`). */
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
  forgetDevicesLoop,
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
  reassignReviewsLoop,
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
