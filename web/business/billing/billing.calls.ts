import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import {
  type ChosenPlan,
  type PaidPlan,
  cancelPlan,
  confirmPlan,
  paidPlan,
  revisePlan,
  subscribe,
} from '@scoville/contract/business/billing/paid-plans.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { meQuery, queryOf, useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';

/** Milliseconds that a success message is shown before the page reloads (PS-14). */
const BEFORE_RELOAD = 1000;

export const paidPlanQuery = () => queryOf(paidPlan, {});

/**
 * Shows a success message and reloads the page, because plan, limits and perks are shown in many places. The reloaded
 * page replaces the current history entry, because “Back” to that entry would confirm and show the message again.
 */
export function reloadWithMessage(message: string): void {
  toast('success', message);
  setTimeout(() => window.location.replace(SCREENS.subscription.path), BEFORE_RELOAD);
}

function refreshPlan(client: QueryClient): void {
  for (const { queryKey } of [paidPlanQuery(), meQuery()]) void client.invalidateQueries({ queryKey });
}

/** Returns the outcome of an approval, after the user has returned from the provider. */
export const confirm = (id: string): Promise<PaidPlan> => call(confirmPlan, { params: { id } });

/** Chooses a plan, or changes to it. Opens the provider's page if the plan needs an approval. */
export function useChoosePlan() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ plan, current }: { plan: string; current: ChosenPlan | null }) =>
      current === null
        ? call(subscribe, { body: { plan } })
        : call(revisePlan, { params: { id: current.id }, body: { plan } }),
    onSuccess: ({ approveUrl, message }) => {
      if (approveUrl === null) reloadWithMessage(message);
      else window.location.assign(approveUrl);
    },
    onError: (error) => {
      showFailure(error, productName);
      // A pending plan may have started, or the current one may have ended.
      refreshPlan(client);
    },
  });
}

/** Cancels the paid plan, or discards a choice that waits for its approval. */
export function useCancelPlan() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ChosenPlan) => call(cancelPlan, { params: { id } }),
    onSuccess: ({ message }) => reloadWithMessage(message),
    onError: (error) => {
      showFailure(error, productName);
      // The discarded choice may turn out to be active.
      refreshPlan(client);
    },
  });
}
