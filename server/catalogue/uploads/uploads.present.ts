import { stageOf } from '@scoville/contract/pipeline/processing.ts';
import type { UploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import type { ProgressRow } from './uploads.queries.ts';

export function presentProgress(row: ProgressRow): UploadProgress {
  const status = row.status ?? 'queued';
  return {
    fileName: row.file_name,
    media: row.media_id === null ? null : { id: row.media_id, title: row.title ?? '', mediaType: row.type ?? 'song' },
    replaces: row.replaces,
    stage: stageOf(status),
    progress: status === 'complete' ? 100 : (row.progress ?? 0),
    error: status === 'failed',
    errorMsg: row.error_message,
    updatedOn: row.updated_at.toISOString(),
  };
}
