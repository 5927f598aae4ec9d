import type { Member, Message } from '@scoville/contract/messages.ts';
import { type RefObject, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MessageLine } from './message-line.tsx';

/** How far from what is seen messages are drawn already: about a page of them. */
const NEAR = '1500px 0px';

interface MessagePartProps {
  messages: readonly Message[];
  people: ReadonlyMap<string, Member>;
  myId: string;
  /** What is scrolled. */
  log: RefObject<HTMLElement | null>;
  /** The newest messages are always drawn: new ones come here, and are looked for at the end. */
  isNewest: boolean;
}

/**
 * A page of the messages. Far from what is seen nothing of it is drawn, and its place is as high as it was: however far
 * one pages back, the browser holds what is around.
 */
export const MessagePart = memo(function MessagePart({ messages, people, myId, log, isNewest }: MessagePartProps) {
  const list = useRef<HTMLOListElement>(null);
  /** Pixels of what is not drawn; null while it is. */
  const [height, setHeight] = useState<number | null>(null);
  const before = useRef<number>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || isNewest) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) setHeight(null);
        // Whoever is in it by the keyboard stays there.
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
    // In a window of another width it is another height: what is seen below stays where it is.
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
