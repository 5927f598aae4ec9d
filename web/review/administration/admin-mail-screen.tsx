import { MAIL_STATES, MailState } from '@scoville/contract/platform/mail/outbox.ts';
import { useQuery } from '@tanstack/react-query';
import { pluralize } from '../../platform/lib/format.ts';
import { Chip } from '../../platform/ui/chips.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { outboxQuery } from './administration.calls.ts';
import { MailTable, STATE_LABELS } from './mail-table.tsx';
import { RefusedAddresses } from './refused-addresses.tsx';
import { TablePage, useTablePage } from './table-page.tsx';
import { TableTools } from './table-tools.tsx';

/** Sent, waiting and failed mails, ten to a page; page, search and filter are kept in the address. */
export function AdminMailScreen() {
  const table = useTablePage();
  const state = MailState.safeParse(table.filter).data;
  const list = useQuery(outboxQuery({ page: table.page, q: table.q, state }));
  return (
    <AdminFrame title="Administer Mail">
      <TableTools label="Search by email or subject" q={table.q} onSearch={table.onSearch}>
        {MAIL_STATES.map((name) => (
          <Chip key={name} pressed={state === name} onClick={() => table.onFilter(state === name ? undefined : name)}>
            {STATE_LABELS[name]}
          </Chip>
        ))}
      </TableTools>
      <TablePage table={table} list={list} what="mail">
        {({ mail, refusedAddresses }) => (
          <>
            {refusedAddresses > 0 && (
              <p className="max-w-[80ch] text-muted">
                {pluralize(refusedAddresses, 'address refuses', 'addresses refuse')} our mail. Optional emails are
                paused there until one is accepted again.
              </p>
            )}
            {mail.length === 0 ? (
              <EmptyState>{table.isPart ? 'No emails match this.' : 'No emails have been sent yet.'}</EmptyState>
            ) : (
              <MailTable mail={mail} />
            )}
          </>
        )}
      </TablePage>
      {(list.data?.refusedAddresses ?? 0) > 0 && <RefusedAddresses />}
    </AdminFrame>
  );
}
