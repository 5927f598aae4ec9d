import { type Mail, type MailState, outbox } from '@scoville/contract/platform/mail/outbox.ts';
import { useState } from 'react';
import { momentText, pluralize } from '../../platform/lib/format.ts';
import { busyTrigger } from '../../platform/ui/busy-trigger.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { Menu, MenuItem } from '../../platform/ui/menu.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../platform/ui/table.tsx';
import { cancel, tryAgain } from './administration.calls.ts';
import { TitleCell } from './title-cell.tsx';
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
  return (
    <>
      <Table caption="Mail">
        <thead>
          <tr>
            <TableHead>Subject</TableHead>
            <TableHead>Kind</TableHead>
            <TableHead>Written</TableHead>
            <TableHead>State</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {mail.map((one) => (
            <TableRow key={one.id} data-mail={one.id}>
              <TitleCell title={one.subject} onOpen={() => setShown(one)} withMenu>
                <span className="block text-caption text-muted">{one.to}</span>
              </TitleCell>
              <TableCell name="Kind" className="whitespace-nowrap">
                {kindText(one.kind)}
              </TableCell>
              <TableCell name="Written" className="whitespace-nowrap">
                {momentText(one.createdOn)}
              </TableCell>
              <TableCell name="State" className="md:min-w-56">
                <State mail={one} />
              </TableCell>
              <TableCell actions className="md:w-12">
                {(one.state === 'failed' || one.state === 'queued') && (
                  <Menu
                    label={`Actions for ${one.subject}`}
                    renderTrigger={(props) => (
                      <IconButton {...busyTrigger(props, change.isPending)} label={`Actions for ${one.subject}`}>
                        <MoreIcon />
                      </IconButton>
                    )}
                  >
                    {one.state === 'failed' && (
                      <MenuItem onSelect={() => change.mutate({ id: one.id, act: tryAgain })}>Send again</MenuItem>
                    )}
                    <MenuItem onSelect={() => change.mutate({ id: one.id, act: cancel })}>Cancel</MenuItem>
                  </Menu>
                )}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
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
