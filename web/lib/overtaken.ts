import { ApiError } from './call.ts';

/** The state has moved on (409), such as when somebody else was first: what a dialog asks about is no longer so, and it closes. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** It was hidden or deleted meanwhile (404): nothing is left to do with it. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Nothing is left of what a dialog asks about: it closes, and its list is read again. */
export const isOver = (error: unknown): boolean => isOvertaken(error) || isGone(error);
