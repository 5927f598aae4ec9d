import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { outbox, refusedAddresses } from '@scoville/contract/platform/mail/outbox.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Pagination, usePageWithin } from '../../platform/ui/pagination.tsx';
import { PAGE, liftRefusalOf, refusedAddressesQuery } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { useRowChange } from './use-row-change.ts';

type RefusedAddress = Reply<typeof refusedAddresses>['addresses'][number];

/**
 * The addresses for which optional emails are paused, with reason and date, ten to a page, and a button to resume them.
 */
export function RefusedAddresses() {
  const [page, setPage] = useState(1);
  const list = useQuery(refusedAddressesQuery(page));
  const lift = useRowChange(liftRefusalOf, [refusedAddresses, outbox]);
  usePageWithin({ page, size: PAGE, total: list.isPlaceholderData ? undefined : list.data?.total }, setPage);
  const columns: Column<RefusedAddress>[] = [
    { name: 'Address', kind: 'title', render: ({ address }) => address },
    { name: 'Reason', className: 'wrap-anywhere md:min-w-64', render: ({ reason }) => reason },
    { name: 'Refused', nowrap: true, render: ({ refusedOn }) => momentText(refusedOn) },
    {
      name: 'Actions',
      kind: 'unnamed',
      className: 'max-md:col-span-full md:text-right',
      render: ({ id, address }) => (
        <Button
          size="small"
          aria-label={`Resume mail to ${address}`}
          disabled={lift.isPending}
          onClick={() => lift.mutate(id)}
        >
          Resume mail
        </Button>
      ),
    },
  ];
  return (
    <div className="mt-6 flex flex-col gap-4">
      <h2 className="text-title">Addresses that refuse mail</h2>
      <Loaded query={list} what="addresses">
        {({ addresses, total }) => (
          <>
            <DataTable caption="Addresses that refuse mail" columns={columns} rows={addresses} />
            <Pagination label="Pages of refused addresses" page={page} size={PAGE} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}
