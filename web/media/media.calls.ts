import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import type { Media } from '@scoville/contract/media.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { retryProcessing } from '@scoville/contract/uploads.ts';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { settingsQuery } from '../lib/query.ts';

/** Whatever a call may say of a media: its owner's words, a verdict, a place, a pin. */
export type MediaChange = BodyInput<typeof updateMedia>;

/** Resolves with the media as it is then. Its owner gets mail of a verdict. */
export const changeMedia = (id: string, body: MediaChange): Promise<Media> =>
  call(updateMedia, { params: { id }, body });

/** As `changeMedia`; nobody is notified. */
export const changeMediaQuietly = (id: string, body: MediaChange): Promise<Media> =>
  call(updateMedia, { params: { id }, query: { dontNotify: true }, body });

export const removeMedia = (id: string) => call(deleteMedia, { params: { id } });

/** Processes a file again that could not be; the one that is to replace another, where there is one. */
export const retryMedia = (id: string): Promise<Media> => call(retryProcessing, { params: { id } });

/**
 * After media changed, everything that shows any is read again: lists, figures of categories, the account's counts. Whoever
 * changes media says so here, and nowhere else.
 */
export const mediaChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery().queryKey[0] });

/** A file of it is being processed: its first, or one that is to replace it. */
export const isProcessing = ({ stage, replacement }: Pick<Media, 'stage' | 'replacement'>): boolean =>
  isUnderway(stage) || (replacement !== null && isUnderway(replacement.stage));

/** Rows of one page of own media. */
export const OWN_PAGE = 20;

/** Every page of own media, by which live events find them; other lists of the same call show no processing. */
export const OWN_MEDIA = ['own media'] as const;

/** A page of an account's own media, newest first; read again every so many milliseconds as long as one is processed. */
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
