import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { ApiError } from '../../platform/lib/call.ts';

/** The message for a passkey that was not created or used: the server's own, or ours for errors of the browser. */
export function passkeyFailure(error: unknown, product: string): string {
  if (error instanceof ApiError) return errorText(error, product);
  // Browsers don't reveal to a page whether there was no passkey or the user closed the dialog.
  console.warn('The passkey could not be used.', error);
  if (error instanceof Error && error.name === 'InvalidStateError') return 'This passkey is here already.';
  return 'The passkey was not used: it was cancelled, took too long, or is not on this device.';
}
