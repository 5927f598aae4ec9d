import { MAIL_STATES, MailState } from '@scoville/contract/platform/mail/outbox.ts';
import { useQuery } from '@tanstack/react-query';
import { pluralize } from '../../platform/lib/format.ts';
import { outboxQuery } from './administration.calls.ts';
import { MailTable, STATE_LABELS } from './mail-table.tsx';
import { RefusedAddresses } from './refused-addresses.tsx';
import { TableScreen, useTablePage } from './table-page.tsx';
import { FilterChips } from './table-tools.tsx';

/** Sent, waiting and failed mails, ten to a page; page, search and filter are kept in the address. */
export function AdminMailScreen() {
  const table = useTablePage();
  const state = MailState.safeParse(table.filter).data;
  const list = useQuery(outboxQuery({ page: table.page, q: table.q, state }));
  const refused = list.data?.refusedAddresses ?? 0;
  return (
    <TableScreen
      title="Administer Mail"
      search="Search by email or subject"
      filters={<FilterChips labels={STATE_LABELS} names={MAIL_STATES} chosen={state} onFilter={table.onFilter} />}
      table={table}
      query={list}
      what="mail"
      rowsOf={({ mail }) => mail}
      none={table.isPart ? 'No emails match this.' : 'No emails have been sent yet.'}
      note={
        refused > 0 && (
          <p className="max-w-[80ch] text-muted">
            {pluralize(refused, 'address refuses', 'addresses refuse')} our mail. Optional emails are paused there until
            one is accepted again.
          </p>
        )
      }
      after={refused > 0 && <RefusedAddresses />}
    >
      {(mail) => <MailTable mail={mail} />}
    </TableScreen>
  );
}
