import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { ApiError, NO_CONNECTION } from '../../platform/lib/call.ts';
import { ErrorState } from '../../platform/ui/states.tsx';

/**
 * Shown in place of a screen that failed: an error message, and a button to try again. Retries automatically when the
 * browser is back online.
 */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { productName } = useSettings();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    // Without this reset, a failed query would throw its old error again without being refetched.
    queries.reset();
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  });
  // While the network is lost, a reload would lose the page, and the music with it.
  const advice = navigator.onLine ? 'Try again, or reload the page.' : NO_CONNECTION;
  const message = error instanceof ApiError ? errorText(error, productName) : advice;
  return (
    <div className="py-8">
      <h1 className="text-center text-head">Something went wrong on this page</h1>
      <ErrorState message={message} onRetry={retry} />
    </div>
  );
}
