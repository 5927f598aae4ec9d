import { CANCELLED, DISCARDED } from '@scoville/contract/business/billing/paid-plans.ts';
import { isInForce } from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { discard } from './choose-plan.ts';
import { type PlanSubscription, listConcerned } from '../subscriptions/subscriptions.queries.ts';
import { endNow } from '../subscriptions/end-at-provider.ts';
import { findProvider } from '../provider/find-provider.ts';

const CHANGED = 'This change was already approved.';
const BEGINNING = 'PayPal is confirming this payment. Cancel the subscription in a moment, once it has begun.';

/**
 * Discards a choice that waits for its approval. Its state is requested from the provider first, because the payer may
 * have approved the choice, and would be charged from then on. Returns the message for the user.
 *
 * @throws HttpError 409 if a change was approved: discarding it can't restore the plan before it
 */
export async function discardChoice(app: App, { id, userId, ref }: PlanSubscription): Promise<string> {
  const concerned = await transaction(app.db, (tx) => listConcerned(tx, userId, ref));
  const isChange = concerned.some(
    (one) => one.id !== id && (isInForce(one) || (one.ref === ref && one.activatedAt !== null)),
  );
  // Without the provider's settings, the provider can't be called, so the choice is only discarded here.
  const report = findProvider(app) === null ? null : await refreshSubscription(app, ref);
  if (report?.status === 'waiting' && report.isApproved) throw conflict(BEGINNING);
  const had = await transaction(app.db, (tx) => discard(app, tx, userId, id));
  if (!had.some((one) => one.id === id && isInForce(one))) return DISCARDED;
  if (isChange) throw conflict(CHANGED);
  await endNow(app, ref);
  return CANCELLED;
}
