import { Loading, Skeleton } from '../../platform/ui/states.tsx';

/** Ten grey rows, shown while a table is loading. */
export function TableSkeleton() {
  return (
    <Loading>
      <div className="flex flex-col gap-2">
        {Array.from({ length: 10 }, (_, row) => (
          <Skeleton key={row} className="h-16 w-full" />
        ))}
      </div>
    </Loading>
  );
}
