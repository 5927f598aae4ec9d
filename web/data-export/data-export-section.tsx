import { DataExportForm, type DataExport, downloadDataExport } from '@scoville/contract/data-export.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { errorText } from '@scoville/contract/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormError } from '../forms/form-error.tsx';
import { useServerForm } from '../forms/server-form.tsx';
import { useSettings } from '../lib/query.ts';
import { dayText, numberText } from '../lib/format.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { dataExportQuery, useRequestDataExport } from './data-export.calls.ts';

/** A copy of all that the account has here, to ask for. */
export function DataExportSection() {
  const { productName } = useSettings();
  const query = useQuery(dataExportQuery());
  const [asking, setAsking] = useState(false);
  const latest = query.data?.dataExport ?? null;
  return (
    <section aria-labelledby="your-data" className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h2 id="your-data" className="scroll-mt-24 text-title">
          Your data
        </h2>
        <p className="text-muted">
          A copy of all your data here, with the original files of your songs and videos, as one ZIP file.
        </p>
      </header>
      {query.isPending ? (
        <Loading>
          <Skeleton className="h-12" />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {latest !== null && <p role="status">{stateText(latest)}</p>}
          <div className="flex flex-wrap gap-3">
            {latest?.state === 'ready' && (
              <a href={downloadDataExport.path} download className={buttonClass('main')}>
                Download
              </a>
            )}
            <Button disabled={latest?.state === 'making'} onClick={() => setAsking(true)}>
              {latest?.state === 'ready' ? 'Request a new copy' : 'Request a copy'}
            </Button>
          </div>
        </>
      )}
      {asking && <RequestDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function stateText({ state, requestedOn, bytes, expiresOn }: DataExport): string {
  if (state === 'making') return 'Your copy is being made. We notify you as soon as it is ready.';
  if (state === 'failed')
    return `The copy that you asked for on ${dayText(requestedOn)} could not be made. Ask for another one.`;
  const size = `${numberText(Math.max(1, Math.round((bytes ?? 0) / 1_000_000)))} MB`;
  return `Your copy (${size}) is ready, and stays here until ${dayText(expiresOn ?? requestedOn)}.`;
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestDataExport();
  const form = useForm({ resolver: zodResolver(DataExportForm), defaultValues: { password: '' } });
  const requesting = useServerForm(form, async (given) => {
    await request.mutateAsync(given);
    onClose();
  });
  return (
    <Dialog
      title="Request a copy of your data"
      busy={requesting.isSubmitting}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={requesting.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="request-data-export" variant="main" busy={requesting.isSubmitting}>
            Request a copy
          </Button>
        </>
      }
    >
      <form
        id="request-data-export"
        noValidate
        onSubmit={(event) => void requesting.submit(event)}
        className="flex flex-col gap-5"
      >
        <p>Making it takes a while. We notify you when it is ready, and the copy stays in your account for a week.</p>
        <PasswordField label="Your password" autoComplete="current-password" {...requesting.field('password')} />
        <FormError message={requesting.refusal} onDismiss={requesting.dismiss} />
      </form>
    </Dialog>
  );
}
