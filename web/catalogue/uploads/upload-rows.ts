import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import type { UploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { type Chosen, isUploadOf } from './upload-queue.ts';

/** One row of the upload screen: a file chosen in this tab, a file that the server is processing, or both. */
export interface Row {
  key: string;
  name: string;
  phase: 'waiting' | 'sending' | 'processing' | 'complete' | 'failed';
  /** The state in one or two words. */
  label: string;
  percent: number;
  /** Whether the duration is unknown: the bar is full and animated. */
  striped: boolean;
  mediaId: string | null;
  duplicateOf: string | null;
  error: string | null;
  /** The key among the files chosen in this tab. */
  chosenKey: number | null;
  canResume: boolean;
  /** The entry's name on the server, for removing it from the list. */
  fileName: string | null;
}

/** Combines the files chosen in this tab and the server's entries into rows: newest first, each file once. Pure. */
export function toRows(chosen: readonly Chosen[], progress: readonly UploadProgress[]): Row[] {
  const shown = new Set<UploadProgress>();
  const own = chosen.map((item): Row => {
    const entry = entryOf(item, progress);
    if (entry !== undefined) shown.add(entry);
    const here = {
      key: `chosen ${item.key}`,
      name: item.name,
      chosenKey: item.key,
      mediaId: item.mediaId,
      duplicateOf: item.duplicateOf,
      canResume: item.canResume,
      error: entry === undefined ? item.error : entry.errorMsg,
      fileName: entry?.fileName ?? null,
    };
    if (item.state === 'waiting') return { ...here, phase: 'waiting', label: 'Waiting', percent: 0, striped: false };
    // A failed file that has a server entry again was retried or replaced, and the entry reports its progress.
    if (item.state === 'failed' && entry === undefined)
      return { ...here, phase: 'failed', label: 'Failed', percent: 0, striped: false };
    if (item.state === 'sending') {
      const label = item.percent === 0 ? 'Sending' : `Sending, ${item.percent}%`;
      return { ...here, phase: 'sending', label, percent: item.percent, striped: false };
    }
    return { ...here, ...stageOf(entry) };
  });
  const others = progress
    .filter((entry) => !shown.has(entry))
    .map((entry): Row => ({
      key: `server ${entry.fileName}`,
      name: entry.fileName,
      chosenKey: null,
      mediaId: entry.media?.id ?? null,
      duplicateOf: null,
      canResume: false,
      error: entry.errorMsg,
      fileName: entry.fileName,
      ...stageOf(entry),
    }));
  return [...own, ...others];
}

/** The server's entry for a file chosen in this tab, or for its replacement if that entry is gone. */
function entryOf(item: Chosen, progress: readonly UploadProgress[]): UploadProgress | undefined {
  const idOf = ({ media }: UploadProgress) => media?.id ?? null;
  return (
    progress.find((entry) => isUploadOf(item, { mediaId: idOf(entry), replaces: entry.replaces })) ??
    progress.find((entry) => item.mediaId !== null && idOf(entry) === item.mediaId && entry.replaces)
  );
}

/** How a row shows the server's stage; a file without a stage yet counts as queued. */
function stageOf(entry: UploadProgress | undefined): Pick<Row, 'phase' | 'label' | 'percent' | 'striped'> {
  const stage = entry?.stage ?? 'Queued';
  if (stage === 'Complete') return { phase: 'complete', label: 'Complete', percent: 100, striped: false };
  if (stage === 'Failed') return { phase: 'failed', label: 'Failed', percent: 0, striped: false };
  const striped = stage === 'Transcoding';
  return { phase: 'processing', label: stage, percent: entry?.progress ?? 0, striped };
}

/** Whether the server has to be polled. */
export const areUnderway = (progress: readonly UploadProgress[]): boolean =>
  progress.some(({ stage }) => isUnderway(stage));
