import { type DeskReviewer, reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { type DeskReviewerRow, findDesk, findDeskReviewers } from './review-desk.queries.ts';

/** Standard errors on each side of an interval that has the true value in 95 of 100 cases. */
const INTERVAL = 1.96;

function presentReviewer({ severity, error, earlier, earlierError, ...row }: DeskReviewerRow): DeskReviewer {
  if (severity === null || error === null) return { ...row, severity: null, earlier: null };
  const [low, high] = [severity - INTERVAL * error, severity + INTERVAL * error];
  return {
    ...row,
    severity: { points: severity, low, high },
    earlier:
      earlier === null || earlierError === null
        ? null
        : { points: earlier, hasChanged: Math.abs(severity - earlier) > INTERVAL * Math.hypot(error, earlierError) },
  };
}

export const reviewDeskRoutes = ({ db, env }: App) => [
  route(reviewDesk, async () => {
    const promiseHours = env.REVIEW_PROMISE_HOURS;
    const [{ oldest, ...desk }, reviewers] = await Promise.all([
      findDesk(db, promiseHours),
      findDeskReviewers(db, promiseHours),
    ]);
    return {
      promiseHours,
      ...desk,
      oldestOn: oldest?.toISOString() ?? null,
      reviewers: reviewers.map(presentReviewer),
    };
  }),
];
