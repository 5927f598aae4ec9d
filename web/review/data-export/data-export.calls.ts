import { dataExport, downloadDataExport, requestDataExport } from '@scoville/contract/review/data-export.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';

const MAKING_MS = 2000;

/** Refetched while the worker makes the copy. */
export const dataExportQuery = () => ({
  ...queryOf(dataExport, {}),
  refetchInterval: ({ state }: { state: { data?: { dataExport: { state: string } | null } | undefined } }) =>
    state.data?.dataExport?.state === 'making' ? MAKING_MS : (false as const),
});

export function useRequestDataExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof requestDataExport>) => call(requestDataExport, { body }),
    onSuccess: (latest) => client.setQueryData(dataExportQuery().queryKey, latest),
  });
}

/** Makes the browser download the file, whose address is valid for a few hours. */
export const useDownloadDataExport = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof downloadDataExport>) => call(downloadDataExport, { body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
