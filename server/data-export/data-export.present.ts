import type { DataExport } from '@scoville/contract/data-export.ts';
import type { ExportRow } from './data-export.queries.ts';

/** What an account is told of its latest copy. */
export const presentExport = (row: ExportRow | null): { dataExport: DataExport | null } => ({
  dataExport: row && {
    state: row.state,
    requestedOn: row.created_at.toISOString(),
    bytes: row.bytes,
    expiresOn: row.expires_at?.toISOString() ?? null,
  },
});
