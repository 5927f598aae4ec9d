import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toasts.ts';

/**
 * A part that is fetched when the user opens it by a press. If the fetch fails, a message is shown, `onFailed` is
 * called, and the next press retries; the page's loaded parts stay.
 */
export function openedPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P & { onFailed: () => void }) => ReactNode {
  let known: ComponentType<P> | null = null;
  return function OpenedPart({ onFailed, ...props }) {
    const [Part, setPart] = useState(() => known);
    const onLoadFailed = useEffectEvent(() => onFailed());
    useEffect(() => {
      if (known) return undefined;
      let isGone = false;
      load().then(
        (loaded) => {
          known = loaded;
          if (!isGone) setPart(() => loaded);
        },
        (error: unknown) => {
          console.warn('A part of the page could not be loaded.', error);
          if (isGone) return;
          toast('error', 'This could not be opened. Check your connection and try again.');
          onLoadFailed();
        },
      );
      return () => {
        isGone = true;
      };
    }, []);
    return (
      Part && (
        <Suspense>
          <Part {...(props as unknown as P)} />
        </Suspense>
      )
    );
  };
}
