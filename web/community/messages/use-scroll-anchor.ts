import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Maximum distance in pixels from the end at which the user counts as looking at the end. */
const AT_END = 80;

/**
 * Keeps the scroll position of a log when messages are added: at the end if the user looks at the end, otherwise
 * unchanged, even when older messages are inserted above.
 * @param first the oldest message that is shown
 * @param last the newest message that is shown
 * @param isMine whether the newest message is the viewer's own, in which case the log scrolls to it
 */
export function useScrollAnchor(
  log: RefObject<HTMLElement | null>,
  { first, last, isMine }: { first: string | undefined; last: string | undefined; isMine: boolean },
): () => void {
  /** Pixels from the top of the visible area to the end of the log. */
  const toEnd = useRef(0);
  const seen = useRef<{ first: string | undefined; last: string }>(undefined);
  const note = () => {
    if (log.current) toEnd.current = log.current.scrollHeight - log.current.scrollTop;
  };
  useLayoutEffect(() => {
    const element = log.current;
    if (!element || last === undefined || (seen.current?.first === first && seen.current?.last === last)) return;
    const looksAtEnd = seen.current === undefined || toEnd.current - element.clientHeight < AT_END;
    if (seen.current?.last === last) element.scrollTo({ top: element.scrollHeight - toEnd.current });
    else if (looksAtEnd || isMine) element.scrollTo({ top: element.scrollHeight });
    seen.current = { first, last };
    toEnd.current = element.scrollHeight - element.scrollTop;
  }, [log, first, last, isMine]);
  const isShown = last !== undefined;
  useEffect(() => {
    const element = log.current;
    if (!element || !isShown) return undefined;
    // A smaller window, or a growing box below, reduces the log's height. If its end was visible, keeps it so.
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (toEnd.current - height < AT_END) element.scrollTo({ top: element.scrollHeight });
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [log, isShown]);
  return note;
}
