import { ApiError } from './call.ts';

/**
 * The state has changed (409), for example because another user was faster: a dialog's question no longer applies, and
 * it closes.
 */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The item was hidden or deleted in the meantime (404), so no action is possible any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A dialog's question no longer applies: the dialog closes, and its list is refetched. */
export const isOver = (error: unknown): boolean => isOvertaken(error) || isGone(error);
