import { isUnderway } from '@scoville/contract/processing.ts';
import type { UploadProgress } from '@scoville/contract/uploads.ts';
import { type Chosen, isOfSent } from './upload-queue.ts';

/** One line of the upload screen: a file that was chosen here, one that the server works on, or both. */
export interface Row {
  key: string;
  name: string;
  phase: 'waiting' | 'sending' | 'processing' | 'complete' | 'failed';
  /** What is going on, in one word or two. */
  label: string;
  percent: number;
  /** How long it takes is not known: the bar is full and moves. */
  striped: boolean;
  mediaId: string | null;
  duplicateOf: string | null;
  error: string | null;
  /** Among the files that were chosen here. */
  chosenKey: number | null;
  canResume: boolean;
  /** The server's name of the entry, to remove it from the list. */
  fileName: string | null;
}

/** The lines from what was chosen in this tab and what the server says: newest first, each file once. Pure. */
export function rowsOf(chosen: readonly Chosen[], progress: readonly UploadProgress[]): Row[] {
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
    // What the server has again was tried once more, or replaced: it says how that goes.
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

/** What the server says of a file that was chosen here; of the one that replaced it where it is gone. */
function entryOf(item: Chosen, progress: readonly UploadProgress[]): UploadProgress | undefined {
  const idOf = ({ media }: UploadProgress) => media?.id ?? null;
  return (
    progress.find((entry) => isOfSent(item, { mediaId: idOf(entry), replaces: entry.replaces })) ??
    progress.find((entry) => item.mediaId !== null && idOf(entry) === item.mediaId && entry.replaces)
  );
}

/** What the server's stage looks like; until it has said one, the file is queued. */
function stageOf(entry: UploadProgress | undefined): Pick<Row, 'phase' | 'label' | 'percent' | 'striped'> {
  const stage = entry?.stage ?? 'Queued';
  if (stage === 'Complete') return { phase: 'complete', label: 'Complete', percent: 100, striped: false };
  if (stage === 'Failed') return { phase: 'failed', label: 'Failed', percent: 0, striped: false };
  const striped = stage === 'Transcoding';
  return { phase: 'processing', label: stage, percent: entry?.progress ?? 0, striped };
}

/** Is there anything for which the server must be asked again? */
export const areUnderway = (progress: readonly UploadProgress[]): boolean =>
  progress.some(({ stage }) => isUnderway(stage));
