import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.ts';

/**
 * Changes a row of a table, says what became of it, and has the lists read again.
 * @param lists the calls that read them
 */
export function useRowChange<Wanted>(change: (wanted: Wanted) => Promise<unknown>, lists: readonly { path: string }[]) {
  const { productName } = useSettings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast('success', 'Successfully updated!'),
    onError: (error) => showFailure(error, productName),
    onSettled: () => Promise.all(lists.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}
