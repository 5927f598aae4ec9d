import { useEffect, useState, useSyncExternalStore } from 'react';
import { joinTyped } from '../../platform/forms/join-typed.ts';
import { readDraft, saveDraft } from '../../platform/lib/drafts.ts';

/** A sent message whose arrival is not confirmed yet, and the text typed into its box since then. */
interface Underway {
  sent: string;
  since: string;
}

/** Shared by the whole page, by box: a user who leaves a conversation and returns finds its box unchanged. */
const underway = new Map<string, Underway>();
/** Called with a box when its message is sent or settled, and with the new text of the box. */
type Listener = (box: string, text: string) => void;
const listeners = new Set<Listener>();

const subscribe = (listener: Listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const notify: Listener = (box, text) => {
  for (const listener of listeners) listener(box, text);
};

/**
 * The text of one message box, restored after a reload or a visit to another page. A box sends one message at a time;
 * the user can continue typing in the meantime.
 *
 * @param draft the name of the box's draft, unique within the account
 */
export function useMessageBox(myId: string, draft: string) {
  const box = `${myId} ${draft}`;
  const [text, setText] = useState(() => underway.get(box)?.since ?? readDraft(myId, draft).text);
  const isSending = useSyncExternalStore(subscribe, () => underway.has(box));
  useEffect(
    () =>
      subscribe((changed, next) => {
        if (changed === box) setText(next);
      }),
    [box],
  );

  const type = (next: string): void => {
    setText(next);
    const one = underway.get(box);
    if (one !== undefined) one.since = next;
    // The message counts as a draft until its arrival is confirmed, so that a reload restores it.
    saveDraft(myId, draft, { text: joinTyped(one?.sent ?? '', next) });
  };

  /**
   * Sends the text of the box, and clears the box at once. If sending fails, the text is put back before the text typed
   * since.
   */
  async function send<T>(by: (text: string) => Promise<T>): Promise<{ answer: T; since: string }> {
    const one: Underway = { sent: text, since: '' };
    underway.set(box, one);
    notify(box, '');
    const end = (left: string) => {
      underway.delete(box);
      saveDraft(myId, draft, { text: left });
      notify(box, left);
    };
    try {
      const answer = await by(text);
      end(one.since);
      return { answer, since: one.since };
    } catch (error) {
      end(joinTyped(one.sent, one.since));
      throw error;
    }
  }
  return { text, isSending, type, send };
}
