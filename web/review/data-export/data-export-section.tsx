import type { DataExport } from '@scoville/contract/review/data-export.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { dayText, numberText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { dataExportQuery, useDownloadDataExport, useRequestDataExport } from './data-export.calls.ts';

const PasswordDialog = openedPart(async () => ({
  default: (await import('../../platform/forms/password-dialog.tsx')).PasswordDialog,
}));

/** Lets the user request and download a copy of all data of the account. */
export function DataExportSection() {
  const { productName } = useSettings();
  const query = useQuery(dataExportQuery());
  const request = useRequestDataExport();
  const download = useDownloadDataExport();
  const [asking, setAsking] = useState<'copy' | 'download' | null>(null);
  const close = () => setAsking(null);
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
              <Button variant="main" onClick={() => setAsking('download')}>
                Download
              </Button>
            )}
            <Button disabled={latest?.state === 'making'} onClick={() => setAsking('copy')}>
              {latest?.state === 'ready' ? 'Request a new copy' : 'Request a copy'}
            </Button>
          </div>
        </>
      )}
      {asking === 'copy' && (
        <PasswordDialog
          title="Request a copy of your data"
          confirm="Request a copy"
          send={(password) => request.mutateAsync({ password }).then(close)}
          onClose={close}
          onFailed={close}
        >
          Making it takes a while. We notify you when it is ready, and the copy stays in your account for a week.
        </PasswordDialog>
      )}
      {asking === 'download' && (
        <PasswordDialog
          title="Download your data"
          confirm="Download"
          send={(password) => download.mutateAsync({ password }).then(close)}
          onClose={close}
          onFailed={close}
        >
          Everything in your account is in this file. Keep it where nobody else can read it.
        </PasswordDialog>
      )}
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
