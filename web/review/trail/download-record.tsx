import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../platform/lib/save-file.ts';
import { TaskButton } from './task-button.tsx';
import { readRecord } from './trail.calls.ts';

/** Saves the record as the file that `docs/recompute-draw.mjs` reads. */
export function DownloadRecord({ entries }: { entries: readonly TrailEntry[] }) {
  const download = useMutation({
    mutationFn: async () => {
      const record = JSON.stringify(await readRecord(entries), null, 2);
      saveFile('record.json', new Blob([record], { type: 'application/json' }));
    },
  });
  return (
    <div className="max-w-[68ch]">
      <p className="text-caption text-muted">
        The record is a file with all that is needed to repeat the draws without us. Keep a copy: it also shows whether
        entries were changed or removed later.
      </p>
      <TaskButton task={download}>Download the record</TaskButton>
    </div>
  );
}
