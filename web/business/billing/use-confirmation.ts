import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { isSignedOut, showFailure } from '../../platform/lib/fail.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { confirm, paidPlanQuery, reloadWithMessage } from './billing.calls.ts';

/** Milliseconds between two polls of the provider's confirmation, and the number of polls. */
const POLL_INTERVAL = 3000;
const MAX_POLLS = 20;

const route = getRouteApi('/account/subscription');

export interface Confirmation {
  /** The subscription that is being confirmed. */
  id: string;
  /** True while polling; false once all attempts are used up. */
  isPolling: boolean;
  onPollAgain: () => void;
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
  const [isPolling, setPolling] = useState(true);
  const onPollAgain = useCallback(() => setPolling(true), []);
  useEffect(() => {
    if (id === undefined || !isPolling) return;
    // Removes the id from the address, because there is no confirmation left to wait for.
    const leave = () => void navigate({ search: {}, replace: true });
    let isGone = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    const poll = async (left: number): Promise<void> => {
      let failure: unknown = null;
      try {
        const answer = await confirm(id);
        if (isGone) return;
        if (answer.current?.id === id) return reloadWithMessage('Successfully subscribed!');
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
        next = setTimeout(() => void poll(left - 1), POLL_INTERVAL);
        return;
      }
      if (failure !== null) showFailure(failure, productName);
      if (isFinal) leave();
      else setPolling(false);
    };
    void poll(MAX_POLLS);
    return () => {
      isGone = true;
      clearTimeout(next);
    };
  }, [id, isPolling, navigate, client, productName]);
  return id === undefined ? null : { id, isPolling, onPollAgain };
}
