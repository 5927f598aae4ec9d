import { errorText } from '@scoville/contract/errors.ts';
import { toast } from '../ui/toasts.tsx';
import { ApiError } from './call.ts';

/**
 * Shows a failed call as an error toast, in the words of the server where it has any. A 401 is not shown: the login
 * screen has already taken over.
 *
 * @param fallback the sentence for a failure without words of its own ("Failed to update media.").
 */
export function showFailure(error: unknown, product: string, fallback?: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  const failure =
    error instanceof ApiError
      ? { body: error.body, message: error.message || fallback, status: error.status }
      : { message: fallback ?? (error instanceof Error ? error.message : undefined) };
  toast('error', errorText(failure, product));
}
