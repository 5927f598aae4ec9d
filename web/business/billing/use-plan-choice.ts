import type { ChosenPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { useState } from 'react';

/** The plan that the viewer has selected, and whether a change or a cancellation of `current` has begun. */
export function usePlanChoice(current: ChosenPlan | null) {
  const [selected, select] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const [begunWith, setBegunWith] = useState(current?.id);
  // An unfinished choice belonged to the former subscription, which may have ended or started elsewhere.
  if (begunWith !== current?.id) {
    setBegunWith(current?.id);
    select(null);
    setChanging(false);
    setCancelling(false);
  }
  return {
    selected,
    select,
    isChanging,
    startChange: (to: string | null) => {
      setChanging(true);
      select(to);
    },
    endChange: () => {
      setChanging(false);
      select(null);
    },
    isCancelling,
    startCancel: () => setCancelling(true),
    endCancel: () => setCancelling(false),
  };
}
