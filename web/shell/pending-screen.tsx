import { useLayoutEffect } from 'react';
import { Loading, Skeleton } from '../ui/states.tsx';

/** While a screen's code or data is on its way. */
export function PendingScreen() {
  // It is shorter than the page that it covers, which would be remembered as scrolled to its top: who goes back from
  // here is to find that page where it was.
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
