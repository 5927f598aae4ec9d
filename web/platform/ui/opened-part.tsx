import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { type Load, loadOnce, usePart } from './lazy-part.tsx';
import { toast } from './toasts.ts';

/**
 * A part that is fetched when the user opens it by a press. If the fetch fails, a message is shown, `onFailed` is
 * called, and the next press retries; the page's loaded parts stay.
 */
export function openedPart<P extends object>(load: Load<P>): (props: P & { onFailed: () => void }) => ReactNode {
  const code = loadOnce(load);
  return function OpenedPart({ onFailed, ...props }) {
    const [Part, ask] = usePart(code);
    const onAskFailed = useEffectEvent(() => onFailed());
    useEffect(() => {
      let isGone = false;
      ask().catch(() => {
        if (isGone) return;
        toast('error', 'This could not be opened. Check your connection and try again.');
        onAskFailed();
      });
      return () => {
        isGone = true;
      };
    }, [ask]);
    return (
      Part && (
        <Suspense>
          <Part {...(props as unknown as P)} />
        </Suspense>
      )
    );
  };
}
