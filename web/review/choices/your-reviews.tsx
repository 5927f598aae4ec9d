import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { choicesQuery } from './choices.calls.ts';
import { keptText, loadText, shareText, situationText } from './choices-text.ts';

const ChoicesDialog = openedPart(async () => ({ default: (await import('./choices-dialog.tsx')).ChoicesDialog }));

/** The reviewer's own figures, whether reviews are drawn for the reviewer, and the dialog to change that. */
export function YourReviews() {
  const { data, isLoadingError, refetch } = useQuery(choicesQuery);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (isLoadingError)
    return <ErrorState message="Your availability could not be loaded." onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading label="Loading your availability">
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  const kept = keptText(data);
  return (
    <section
      aria-labelledby="your-reviews"
      className="flex flex-col gap-4 rounded-cover border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="your-reviews" className="text-title">
          Your reviews
        </h2>
        <Button size="small" onClick={() => setOpen(true)}>
          Availability and conflicts
        </Button>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-5 gap-y-3">
        <Figure name="Open reviews" value={loadText(data.load)} />
        <Figure name="Verdicts in 30 days" value={numberText(data.verdicts)} />
        <Figure name="Of these in time" value={shareText(data.inTime)} />
      </dl>
      <p>{situationText(data)}</p>
      {kept !== null && <p>{kept}</p>}
      {isOpen && <ChoicesDialog choices={data} onClose={close} onFailed={close} />}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="tabular font-[650]">{value}</dd>
    </div>
  );
}
