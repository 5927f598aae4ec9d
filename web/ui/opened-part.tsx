import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toasts.ts';

/**
 * A part that somebody opened by a press, and that is fetched then. Where it cannot be, that is said, `onFailed` is called,
 * and the next press asks again: a lost connection takes nothing away that is here.
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
