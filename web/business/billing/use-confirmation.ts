import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { isSignedOut, showFailure } from '../../platform/lib/fail.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { confirm, paidPlanQuery, succeed } from './billing.calls.ts';

/** Milliseconds between two polls of the provider's confirmation, and the number of polls. */
const ASK_AGAIN = 3000;
const QUESTIONS = 20;

const route = getRouteApi('/account/subscription');

export interface Confirmation {
  /** The subscription that is being confirmed. */
  id: string;
  /** True while polling; false once all attempts are used up. */
  isAsking: boolean;
  onAskAgain: () => void;
}

/**
 * Shows the outcome of an approval to a user who returns from the provider. The provider may confirm with a delay, and
 * an answer may get lost, so the confirmation is polled for a minute, and again on request.
 */
export function useConfirmation(): Confirmation | null {
  const { confirm: id } = route.useSearch();
  const navigate = route.useNavigate();
  const { productName } = useSettings();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(true);
  const onAskAgain = useCallback(() => setAsking(true), []);
  useEffect(() => {
    if (id === undefined || !isAsking) return;
    // Removes the id from the address, because there is no confirmation left to wait for.
    const leave = () => void navigate({ search: {}, replace: true });
    let isGone = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    const ask = async (left: number): Promise<void> => {
      let failure: unknown = null;
      try {
        const answer = await confirm(id);
        if (isGone) return;
        if (answer.current?.id === id) return succeed('Successfully subscribed!');
        if (answer.pending?.id !== id || answer.pending.firstPaymentFailed) {
          cacheAnswer(client, paidPlanQuery().queryKey, answer);
          return leave();
        }
      } catch (error) {
        if (isGone) return;
        failure = error;
      }
      const isFinal = isSignedOut(failure) || (failure instanceof ApiError && failure.status === 404);
      if (!isFinal && left > 1) {
        next = setTimeout(() => void ask(left - 1), ASK_AGAIN);
        return;
      }
      if (failure !== null) showFailure(failure, productName);
      if (isFinal) leave();
      else setAsking(false);
    };
    void ask(QUESTIONS);
    return () => {
      isGone = true;
      clearTimeout(next);
    };
  }, [id, isAsking, navigate, client, productName]);
  return id === undefined ? null : { id, isAsking, onAskAgain };
}
