import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './passwords.ts';
import { Time } from './values.ts';

/** A copy of all that an account has here: `making` until the worker has it, then `ready` until it expires. */
export const DataExport = z.object({
  state: z.enum(['making', 'ready', 'failed']),
  requestedOn: Time,
  /** Null unless it is ready. */
  bytes: z.nullable(z.int()),
  expiresOn: z.nullable(Time),
});
export type DataExport = z.infer<typeof DataExport>;

const Latest = z.object({ dataExport: z.nullable(DataExport) });

export const dataExport = endpoint({
  method: 'GET',
  path: '/api/data-export',
  access: 'member',
  summary: 'The latest copy of one’s own data',
  reply: Latest,
});

/** What is asked before a copy is made. */
export const DataExportForm = z.object({ password: GivenPassword });

export const requestDataExport = endpoint({
  method: 'POST',
  path: '/api/data-export',
  secret: true,
  access: 'member',
  summary: 'Have a copy of one’s own data made, by one’s password; a notification says when it is ready',
  body: DataExportForm,
  reply: Latest,
});

export const downloadDataExport = endpoint({
  method: 'GET',
  path: '/api/data-export/file',
  access: 'member',
  summary: 'Leads to the file of one’s own copy, which can be resumed by ranges',
  status: 302,
  type: 'text/plain',
  reply: z.string(),
});
