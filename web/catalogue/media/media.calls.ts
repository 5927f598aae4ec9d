import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { deleteMedia, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { retryProcessing } from '@scoville/contract/catalogue/uploads.ts';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { settingsQuery } from '../../platform/lib/query.ts';

/** Every field that a call may change: those of the owner, the verdict, the position in a list and the pin. */
export type MediaChange = BodyInput<typeof updateMedia>;

/** Resolves with the changed item. If the change is a verdict, the server mails the owner. */
export const changeMedia = (id: string, body: MediaChange): Promise<Media> =>
  call(updateMedia, { params: { id }, body });

/** Like `changeMedia`, but the server notifies no one. */
export const changeMediaQuietly = (id: string, body: MediaChange): Promise<Media> =>
  call(updateMedia, { params: { id }, query: { dontNotify: true }, body });

export const removeMedia = (id: string) => call(deleteMedia, { params: { id } });

/** Processes an item's file again after its processing failed. If the item has a replacement file, processes that. */
export const retryMedia = (id: string): Promise<Media> => call(retryProcessing, { params: { id } });

/**
 * Invalidates everything that shows media: lists, figures of categories, the account's counts. Every change of media
 * calls this function, which is the only place that lists what to invalidate.
 */
export const invalidateMedia = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery().queryKey[0] });

/** Whether a file is being processed: the item's first file, or its replacement. */
export const isProcessing = ({ stage, replacement }: Pick<Media, 'stage' | 'replacement'>): boolean =>
  isUnderway(stage) || (replacement !== null && isUnderway(replacement.stage));

/** Number of rows on a page of the user's own media. */
export const OWN_PAGE = 20;

/**
 * The cache key of all pages of the user's own media, which live events update. Other lists that use the same call show
 * no processing.
 */
export const OWN_MEDIA = ['own media'] as const;

/** A page of an account's own media, newest first. Refetched every `every` milliseconds while an item is processing. */
export function ownMediaQuery(
  userId: string,
  { filter, page, every }: { filter: string; page: number; every: number },
) {
  const body = {
    ...(filter === '' ? {} : { filter }),
    pagingOptions: { page, size: OWN_PAGE },
    sortingOptions: { sort: 'createdOn', order: 'desc' } as const,
  };
  return queryOptions({
    queryKey: [...OWN_MEDIA, userId, body],
    queryFn: ({ signal }) => call(mediaOfUser, { params: { id: userId }, body, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.media.some(isProcessing) ? every : false),
  });
}
