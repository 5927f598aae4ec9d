import { useSyncExternalStore } from 'react';

/** What was typed as a comment and not sent, and the second that it is about. */
export interface CommentDraft {
  text: string;
  moment: number | null;
}

const EMPTY: CommentDraft = { text: '', moment: null };
/** Those of this page, by what they are about and whose they are. */
const drafts = new Map<string, CommentDraft>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Did this account type something about this, and not send it? */
export const hasCommentDraft = (accountId: string, about: string): boolean => drafts.has(nameOf(accountId, about));

const nameOf = (accountId: string, about: string): string => `${accountId} ${about}`;

/**
 * A draft, and what changes it. It stays where it was typed: the next song of the player has a box of its own, and so has
 * another account; who comes back finds theirs.
 *
 * @param accountId whose it is
 * @param about the id of the media, or of the comment that is answered
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
