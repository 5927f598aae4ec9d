import type { Member, Message } from '@scoville/contract/community/messages/messages.ts';
import { type RefObject, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MessageLine } from './message-line.tsx';

/** Distance from the visible area within which messages are drawn: about one page of messages. */
const NEAR = '1500px 0px';

interface MessagePartProps {
  messages: readonly Message[];
  people: ReadonlyMap<string, Member>;
  myId: string;
  /** The scroll container. */
  log: RefObject<HTMLElement | null>;
  /** Whether this is the newest page, which is always drawn, because new messages are added to it. */
  isNewest: boolean;
}

/**
 * A page of messages. Far from the visible area it is replaced by an empty element of the same height, so that the
 * browser holds only nearby messages, however far the user pages back.
 */
export const MessagePart = memo(function MessagePart({ messages, people, myId, log, isNewest }: MessagePartProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The height in pixels of a page that isn't drawn; null while it is drawn. */
  const [height, setHeight] = useState<number | null>(null);
  const before = useRef<number>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || isNewest) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) setHeight(null);
        // A page out of sight is replaced by an element of its height, unless the page has the keyboard focus.
        else if (!element.contains(document.activeElement)) setHeight(element.getBoundingClientRect().height);
      },
      { root: log.current, rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [log, isNewest]);
  useLayoutEffect(() => {
    const [element, scrolled, was] = [list.current, log.current, before.current];
    before.current = height;
    if (!element || !scrolled || height !== null || was === null) return;
    const { height: now, top } = element.getBoundingClientRect();
    // If the window's width changed, so did the height: scrolls by the difference, to keep the visible messages in
    // place.
    if (now !== was && top < scrolled.getBoundingClientRect().top) scrolled.scrollTop += now - was;
  }, [log, height]);
  return (
    <ol ref={list} className="flex flex-none flex-col gap-3" style={height === null ? undefined : { height }}>
      {height === null &&
        messages.map((message) => (
          <MessageLine
            key={message.id}
            message={message}
            from={people.get(message.from)}
            isMine={message.from === myId}
          />
        ))}
    </ol>
  );
});
