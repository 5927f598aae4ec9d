import type { DataExport } from '@scoville/contract/review/data-export.ts';
import type { ExportRow } from './data-export.queries.ts';

/** The latest copy of an account's data, as the owner sees it. */
export const presentExport = (row: ExportRow | null): { dataExport: DataExport | null } => ({
  dataExport: row && {
    state: row.state,
    requestedOn: row.created_at.toISOString(),
    bytes: row.bytes,
    expiresOn: row.expires_at?.toISOString() ?? null,
  },
});
