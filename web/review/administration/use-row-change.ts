import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';

/**
 * Changes a row of a table, shows the outcome, and refetches the lists.
 * @param lists the endpoints of the lists
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
