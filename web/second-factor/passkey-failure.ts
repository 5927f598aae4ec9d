import { errorText } from '@scoville/contract/errors.ts';
import { ApiError } from '../lib/call.ts';

/** What to say when a passkey was not made or not used: in the server's words, or in ours for the browser's. */
export function passkeyFailure(error: unknown, product: string): string {
  if (error instanceof ApiError) return errorText(error, product);
  // The browser tells no page whether there was no key, or whether its owner closed the dialog.
  console.warn('The passkey could not be used.', error);
  if (error instanceof Error && error.name === 'InvalidStateError') return 'This passkey is here already.';
  return 'The passkey was not used: it was cancelled, took too long, or is not on this device.';
}
