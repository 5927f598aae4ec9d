import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { ProgressBar } from '../../platform/ui/progress-bar.tsx';
import { dismiss, resume } from './upload-queue.ts';
import type { Row } from './upload-rows.ts';
import { removeEntry } from './uploads.calls.ts';

/** One file: its name, its progress, and its actions. */
export function UploadRow({ row }: { row: Row }) {
  const client = useQueryClient();
  const { phase, label, mediaId, chosenKey, fileName } = row;
  const ended = phase === 'complete' || phase === 'failed';
  const remove = () => {
    if (chosenKey !== null) dismiss(chosenKey);
    if (fileName !== null) void removeEntry(client, fileName);
  };
  return (
    <li data-phase={phase} className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <div className="flex min-h-[42px] items-center gap-3">
        {phase === 'complete' && <CheckIcon className="size-5 flex-none text-herb" />}
        {phase === 'failed' && <WarningIcon className="size-5 flex-none text-error" />}
        <p className="line-clamp-2 min-w-0 flex-1 font-[550] wrap-anywhere" title={row.name}>
          {row.name}
        </p>
        <output className="tabular flex-none text-muted">{label}</output>
        {row.canResume && chosenKey !== null && (
          <Button size="small" onClick={() => resume(chosenKey)}>
            Try again
          </Button>
        )}
        {mediaId !== null && ended && (
          <Link to="/account/media/edit/$id" params={{ id: mediaId }} className={buttonClass('outline', 'small')}>
            Edit<span className="sr-only"> {row.name}</span>
          </Link>
        )}
        {ended && (
          <IconButton label={`Remove ${row.name} from the list`} onClick={remove}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {(phase === 'sending' || phase === 'processing') && (
        <ProgressBar label={`${row.name}: ${label}`} percent={row.percent} striped={row.striped} />
      )}
      {row.error !== null && (
        <p role="alert" className="break-words text-error">
          {row.error}
        </p>
      )}
      {row.duplicateOf !== null && (
        <p className="text-muted">
          You have already uploaded this file.{' '}
          <Link
            to="/account/media/edit/$id"
            params={{ id: row.duplicateOf }}
            className="inline-flex min-h-10 items-center text-text underline underline-offset-4"
          >
            View the earlier upload
          </Link>
        </p>
      )}
    </li>
  );
}
