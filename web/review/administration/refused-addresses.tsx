import { outbox, refusedAddresses } from '@scoville/contract/platform/mail/outbox.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Pagination, usePageWithin } from '../../platform/ui/pagination.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../platform/ui/table.tsx';
import { PAGE, liftRefusalOf, refusedAddressesQuery } from './administration.calls.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TitleCell } from './title-cell.tsx';
import { useRowChange } from './use-row-change.ts';

/**
 * The addresses for which optional emails are paused, with reason and date, ten to a page, and a button to resume them.
 */
export function RefusedAddresses() {
  const [page, setPage] = useState(1);
  const list = useQuery(refusedAddressesQuery(page));
  const lift = useRowChange(liftRefusalOf, [refusedAddresses, outbox]);
  usePageWithin({ page, size: PAGE, total: list.isPlaceholderData ? undefined : list.data?.total }, setPage);
  return (
    <div className="mt-6 flex flex-col gap-4">
      <h2 className="text-title">Addresses that refuse mail</h2>
      {list.isLoadingError ? (
        <ErrorState message="The addresses could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : (
        <>
          <Table caption="Addresses that refuse mail">
            <thead>
              <tr>
                <TableHead>Address</TableHead>
                <TableHead>Reason</TableHead>
                <TableHead>Refused</TableHead>
                <TableHead>
                  <span className="sr-only">Actions</span>
                </TableHead>
              </tr>
            </thead>
            <tbody>
              {list.data.addresses.map((one) => (
                <TableRow key={one.id}>
                  <TitleCell title={one.address} />
                  <TableCell name="Reason" className="wrap-anywhere md:min-w-64">
                    {one.reason}
                  </TableCell>
                  <TableCell name="Refused" className="whitespace-nowrap">
                    {momentText(one.refusedOn)}
                  </TableCell>
                  <TableCell className="max-md:col-span-full md:text-right">
                    <Button
                      size="small"
                      aria-label={`Resume mail to ${one.address}`}
                      disabled={lift.isPending}
                      onClick={() => lift.mutate(one.id)}
                    >
                      Resume mail
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
          <Pagination
            label="Pages of refused addresses"
            page={page}
            size={PAGE}
            total={list.data.total}
            onPage={setPage}
          />
        </>
      )}
    </div>
  );
}
