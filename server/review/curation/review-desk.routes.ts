import { reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { findDesk, findDeskReviewers } from './review-desk.queries.ts';

export const reviewDeskRoutes = ({ db, env }: App) => [
  route(reviewDesk, async () => {
    const promiseHours = env.REVIEW_PROMISE_HOURS;
    const [{ oldest, ...desk }, reviewers] = await Promise.all([
      findDesk(db, promiseHours),
      findDeskReviewers(db, promiseHours),
    ]);
    return { promiseHours, ...desk, oldestOn: oldest?.toISOString() ?? null, reviewers: [...reviewers] };
  }),
];
