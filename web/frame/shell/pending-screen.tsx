import { useLayoutEffect } from 'react';
import { Loading, Skeleton } from '../../platform/ui/states.tsx';

/** Shown while a screen's code or data is loading. */
export function PendingScreen() {
  // This screen is shorter than the page that it covers. Without this, the browser's scroll event would record that
  // page as scrolled to its top, and its position would be lost when the user goes back.
  useLayoutEffect(() => {
    addEventListener('scroll', stop, true);
    return () => removeEventListener('scroll', stop, true);
  }, []);
  return (
    <Loading label="Loading the page">
      <div className="flex flex-col gap-6 py-8">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-56 w-full" />
      </div>
    </Loading>
  );
}

const stop = (event: Event) => event.stopPropagation();
