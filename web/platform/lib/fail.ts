import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { toast } from '../ui/toasts.ts';
import { ApiError } from './call.ts';

/** Whether the session ended: the login screen is shown already, so no further message is needed. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Shows a failed call as an error toast, with the server's message if there is one. The end of the session is not
 * shown.
 *
 * @param fallback the sentence for a failure without a message ("Failed to update media.").
 */
export function showFailure(error: unknown, product: string, fallback?: string): void {
  if (isSignedOut(error)) return;
  const failure =
    error instanceof ApiError
      ? { body: error.body, message: error.message || fallback, status: error.status }
      : { message: fallback ?? (error instanceof Error ? error.message : undefined) };
  toast('error', errorText(failure, product));
}
