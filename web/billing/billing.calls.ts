import { SCREENS } from '@scoville/contract/addresses.ts';
import {
  type ChosenPlan,
  type PaidPlan,
  cancelPlan,
  confirmPlan,
  paidPlan,
  revisePlan,
  subscribe,
} from '@scoville/contract/paid-plans.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { meQuery, queryOf, useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.ts';

/** Milliseconds for which a success is read before the page shows what it changed (PS-14). */
const BEFORE_RELOAD = 1000;

export const paidPlanQuery = () => queryOf(paidPlan, {});

/**
 * Says that it was done, and loads the page anew: plan, limits and perks are shown in many places. It takes the place of
 * the page that one came back to: “Back” would ask and say it again.
 */
export function succeed(message: string): void {
  toast('success', message);
  setTimeout(() => window.location.replace(SCREENS.subscription.path), BEFORE_RELOAD);
}

function refreshPlan(client: QueryClient): void {
  for (const { queryKey } of [paidPlanQuery(), meQuery()]) void client.invalidateQueries({ queryKey });
}

/** What became of an approval, for who comes back from the provider. */
export const confirm = (id: string): Promise<PaidPlan> => call(confirmPlan, { params: { id } });

/** Chooses a plan, or changes to it: at the provider when that wants an approval. */
export function useChoosePlan() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ plan, current }: { plan: string; current: ChosenPlan | null }) =>
      current === null
        ? call(subscribe, { body: { plan } })
        : call(revisePlan, { params: { id: current.id }, body: { plan } }),
    onSuccess: ({ approveUrl, message }) => {
      if (approveUrl === null) succeed(message);
      else window.location.assign(approveUrl);
    },
    onError: (error) => {
      showFailure(error, productName);
      // What waited may have begun, or what was in force may have ended.
      refreshPlan(client);
    },
  });
}

/** Cancels what is paid for, or gives up what waits for its approval. */
export function useCancelPlan() {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ChosenPlan) => call(cancelPlan, { params: { id } }),
    onSuccess: ({ message }) => succeed(message),
    onError: (error) => {
      showFailure(error, productName);
      // What was given up may turn out to be in force.
      refreshPlan(client);
    },
  });
}
