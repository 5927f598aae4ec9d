import { useSyncExternalStore } from 'react';

/** An unsent comment, and the second of the song or video that it is about. */
export interface CommentDraft {
  text: string;
  moment: number | null;
}

const EMPTY: CommentDraft = { text: '', moment: null };
/** The drafts of this page, by account and subject. */
const drafts = new Map<string, CommentDraft>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether this account has an unsent draft about this subject. */
export const hasCommentDraft = (accountId: string, about: string): boolean => drafts.has(nameOf(accountId, about));

const nameOf = (accountId: string, about: string): string => `${accountId} ${about}`;

/**
 * A draft, and a function that changes it. A draft belongs to its subject and account: the next song in the player has
 * its own box, and so has another account, and a user finds the draft again on returning.
 *
 * @param accountId the author's account
 * @param about the id of the song or video, or of the comment being answered
 */
export function useCommentDraft(accountId: string, about: string) {
  const name = nameOf(accountId, about);
  const draft = useSyncExternalStore(subscribe, () => drafts.get(name) ?? EMPTY);
  const change = (by: (before: CommentDraft) => Partial<CommentDraft>) => {
    const before = drafts.get(name) ?? EMPTY;
    const next = { ...before, ...by(before) };
    if (next.text === '' && next.moment === null) drafts.delete(name);
    else drafts.set(name, next);
    for (const listener of listeners) listener();
  };
  return [draft, change] as const;
}
