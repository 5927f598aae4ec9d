import { media } from '@scoville/contract/catalogue/media/media.ts';
import {
  type TimedText,
  removeTimedText,
  saveTimedText,
  timedText,
} from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { keyOf, queryOf } from '../../platform/lib/query.ts';

/** The captions or lyrics of a video or song. */
export const useTimedText = (id: string) => useQuery({ ...queryOf(timedText, { params: { id } }), staleTime: 60_000 });

/** Saves the text of a file, or removes the existing text if it is null. */
export async function changeTimedText(client: QueryClient, id: string, text: string | null): Promise<TimedText> {
  const params = { id };
  const saved =
    text === null ? await call(removeTimedText, { params }) : await call(saveTimedText, { params, body: { text } });
  cacheAnswer(client, keyOf(timedText, { params }), saved);
  // `hasTimedText` of the item changed. The item's page refetches it later; a refetch now would clear the error
  // messages of the form beside the panel.
  void client.invalidateQueries({ queryKey: keyOf(media, { params }), refetchType: 'none' });
  return saved;
}
