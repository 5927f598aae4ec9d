import { type Mail, type MailState, outbox } from '@scoville/contract/platform/mail/outbox.ts';
import { useState } from 'react';
import { momentText, pluralize } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { Menu, MenuItem } from '../../platform/ui/menu.tsx';
import { cancel, tryAgain } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { rowMenu } from './row-menu.tsx';
import { RowTitle } from './row-title.tsx';
import { useRowChange } from './use-row-change.ts';

export const STATE_LABELS: Record<MailState, string> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** A page of the outbox with the actions for each mail. */
export function MailTable({ mail }: { mail: readonly Mail[] }) {
  const [shown, setShown] = useState<Mail | null>(null);
  const change = useRowChange(({ id, act }: { id: string; act: typeof tryAgain }) => act(id), [outbox]);
  const columns: Column<Mail>[] = [
    {
      name: 'Subject',
      kind: 'title',
      render: (one) => (
        <>
          <RowTitle title={one.subject} onOpen={() => setShown(one)} />
          <span className="block text-caption text-muted">{one.to}</span>
        </>
      ),
    },
    { name: 'Kind', nowrap: true, render: ({ kind }) => kindText(kind) },
    { name: 'Written', nowrap: true, render: ({ createdOn }) => momentText(createdOn) },
    { name: 'State', className: 'md:min-w-56', render: (one) => <State mail={one} /> },
    {
      name: 'Actions',
      kind: 'menu',
      render: ({ id, subject, state }) =>
        (state === 'failed' || state === 'queued') && (
          <Menu {...rowMenu(subject, change.isPending)}>
            {state === 'failed' && (
              <MenuItem onSelect={() => change.mutate({ id, act: tryAgain })}>Send again</MenuItem>
            )}
            <MenuItem onSelect={() => change.mutate({ id, act: cancel })}>Cancel</MenuItem>
          </Menu>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Mail" columns={columns} rows={mail} mark={({ id }) => ({ 'data-mail': id })} />
      {shown && (
        <Dialog
          title={shown.subject}
          width="wide"
          onClose={() => setShown(null)}
          actions={<Button onClick={() => setShown(null)}>Close</Button>}
        >
          <p className="text-caption wrap-anywhere text-muted">
            To {shown.to}, written {momentText(shown.createdOn)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{shown.text}</p>
        </Dialog>
      )}
    </>
  );
}

/** Turns `review-request` into "Review request". */
const kindText = (kind: string): string => (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ');

/** The state of a mail, with its time and error. */
function State({ mail: { state, sentOn, nextTryOn, attempts, error } }: { mail: Mail }) {
  const when = state === 'sent' ? sentOn : nextTryOn;
  return (
    <>
      <span className={state === 'failed' ? 'text-error' : undefined}>{STATE_LABELS[state]}</span>
      {when !== null && (state === 'sent' || attempts > 0) && (
        <span className="block text-caption text-muted">
          {state === 'sent' ? momentText(when) : `next try ${momentText(when)}`}
        </span>
      )}
      {error !== null && (
        <span className="block max-w-[44ch] text-caption wrap-anywhere text-muted">
          {attempts > 0 && `After ${pluralize(attempts, 'try', 'tries')}: `}
          {error}
        </span>
      )}
    </>
  );
}
