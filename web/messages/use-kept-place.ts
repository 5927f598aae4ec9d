import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels above the end at which somebody still looks at the end. */
const AT_END = 80;

/**
 * Where a log stands when messages come: at its end for whoever looks there, else where it was, also when older ones are
 * put above.
 * @param first the oldest message that is shown
 * @param last the newest
 * @param isMine whether the newest is the viewer's own, which is always shown
 */
export function useKeptPlace(
  log: RefObject<HTMLElement | null>,
  { first, last, isMine }: { first: string | undefined; last: string | undefined; isMine: boolean },
): () => void {
  /** From the top of what is seen to the end of all. */
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
    // A smaller window, or a box below that grows, takes from the top.
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
