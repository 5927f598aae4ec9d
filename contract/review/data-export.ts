import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { FreshSignIn } from '../accounts/auth/fresh-sign-in.ts';
import { Time } from '../platform/lib/values.ts';

/** A copy of all data of an account: `making` until the worker has made it, then `ready` until it expires. */
export const DataExport = z.object({
  state: z.enum(['making', 'ready', 'failed']),
  requestedOn: Time,
  /** Size of the copy; null unless the copy is ready. */
  bytes: z.nullable(z.int()),
  expiresOn: z.nullable(Time),
});
export type DataExport = z.infer<typeof DataExport>;

const Latest = z.object({ dataExport: z.nullable(DataExport) });

export const dataExport = endpoint({
  method: 'GET',
  path: '/api/data-export',
  access: 'member',
  summary: 'Get the state of your latest data export',
  reply: Latest,
});

export const requestDataExport = endpoint({
  method: 'POST',
  path: '/api/data-export',
  secret: true,
  access: 'member',
  summary: 'Request an export of your own data; a notification reports when it is ready',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: Latest,
});

export const downloadDataExport = endpoint({
  method: 'POST',
  path: '/api/data-export/file',
  secret: true,
  access: 'member',
  summary: 'Get the address of your data export file; it works for some hours and supports range requests',
  body: z.object(FreshSignIn),
  freshSignIn: { by: 'password' },
  reply: z.object({ url: z.string() }),
});
