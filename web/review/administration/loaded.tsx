import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The noun for the data, as in "The media could not be loaded." */
  what: string;
}

/** Shows a screen's data; ten grey rows while the data is loading, and an error with a retry button if that fails. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data> & { children: (data: Data) => ReactNode }) {
  if (query.isPending) return <GreyRows />;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return <ErrorState message={`The ${what} could not be loaded.`} onRetry={() => void query.refetch()} />;
}

/** Says above rows that they are from before, after a failed attempt to update them. */
export function FromBefore<Data>({ query, what }: LoadedProps<Data>) {
  if (!query.isError || query.isFetching) return null;
  const message = `The ${what} could not be updated: these are from before.`;
  return <ErrorState message={message} onRetry={() => void query.refetch()} />;
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
