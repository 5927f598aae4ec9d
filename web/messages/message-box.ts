import { useEffect, useState, useSyncExternalStore } from 'react';
import { joinTyped } from '../forms/join-typed.ts';
import { readDraft, saveDraft } from './drafts.ts';

/** A message that left its box and is not known to have arrived, and what was typed into the box since. */
interface Underway {
  sent: string;
  since: string;
}

/** Of the whole page, by box: whoever leaves a conversation and comes back finds its box as they left it. */
const underway = new Map<string, Underway>();
/** Told of a box whose message begins its way, or ends it, with what stands in the box from then on. */
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
 * The text of one box for messages, as it was before a reload, or before one went elsewhere. One message of a box is sent at
 * a time; meanwhile one may go on typing.
 *
 * @param draft names the box among those of the account
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
    // Until it is known to have arrived, a reload brings it back.
    saveDraft(myId, draft, { text: joinTyped(one?.sent ?? '', next) });
  };

  /** Sends what stands in the box, which is empty at once. What fails comes back, before what was typed since. */
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
