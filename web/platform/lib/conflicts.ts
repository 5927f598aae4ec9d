import { ApiError } from './call.ts';

/**
 * The state has changed (409), for example because another user was faster: a dialog's question no longer applies, and
 * it closes.
 */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The item was hidden or deleted in the meantime (404), so no action is possible any more. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A dialog's question no longer applies: the dialog closes, and its list is refetched. */
export const isObsolete = (error: unknown): boolean => isConflict(error) || isNotFound(error);
