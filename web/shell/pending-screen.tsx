import { Loading, Skeleton } from '../ui/states.tsx';

/** While a screen's code or data is on its way. */
export function PendingScreen() {
  return (
    <Loading label="Loading the page">
      <div className="flex flex-col gap-6 py-8">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-56 w-full" />
      </div>
    </Loading>
  );
}
