import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The noun for the data, as in "The media could not be loaded." */
  what: string;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a screen's data; ten grey rows while the data is loading, and an error with a retry button if that fails. After a
 * failed attempt to update the data, an error above them says that they are from before.
 */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.isPending) return <GreyRows />;
  const retry = () => void query.refetch();
  if (query.data === undefined) return <ErrorState message={`The ${what} could not be loaded.`} onRetry={retry} />;
  return (
    <>
      {query.isError && !query.isFetching && (
        <ErrorState message={`The ${what} could not be updated. What you see is from before.`} onRetry={retry} />
      )}
      {children(query.data)}
    </>
  );
}

const GreyRows = () => (
  <Loading>
    <div className="flex flex-col gap-2">
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  </Loading>
);
