import { changeChoices, ownChoices } from '@scoville/contract/review/choices/choices.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** The reviewer's choices for the draws, and the reviewer's own figures. */
export type OwnChoices = Reply<typeof ownChoices>;

/** The choices alone. */
export type Choices = Pick<OwnChoices, 'paused' | 'absences' | 'excluded' | 'conflicts'>;

export const choicesQuery = { ...queryOf(ownChoices, {}), staleTime: 0 };

export function useChangeChoices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ paused, absences, excluded, conflicts }: Choices) =>
      call(changeChoices, {
        body: {
          paused,
          absences,
          excluded: [...new Set(excluded.map(({ slug }) => slug))],
          conflicts: conflicts.map(({ musicianId, reason }) => ({ musicianId, reason })),
        },
      }),
    onSuccess: (saved) => client.setQueryData(choicesQuery.queryKey, saved),
  });
}
