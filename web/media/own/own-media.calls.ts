import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { deleteMedia, updateMedia } from '@scoville/contract/media-edit.ts';
import { mediaOfUser } from '@scoville/contract/media-lists.ts';
import type { Media } from '@scoville/contract/media.ts';
import { removeImage, retryProcessing, uploadImage } from '@scoville/contract/uploads.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';

/** Rows of one page. */
export const PAGE = 20;

/** A file of it is on its way: its first, or one that is to replace it. */
export const isProcessing = ({ stage, replacement }: Pick<Media, 'stage' | 'replacement'>): boolean =>
  isOnItsWay(stage) || (replacement !== null && isOnItsWay(replacement.stage));

export const isOnItsWay = (stage: Media['stage']): boolean => stage !== 'Complete' && stage !== 'Failed';

/** A page of an account's own media, newest first; read again every so many milliseconds as long as one is processed. */
export const ownMediaQuery = (
  userId: string,
  { filter, page, every }: { filter: string; page: number; every: number },
) =>
  queryOptions({
    ...queryOf(mediaOfUser, {
      params: { id: userId },
      body: {
        ...(filter === '' ? {} : { filter }),
        pagingOptions: { page, size: PAGE },
        sortingOptions: { sort: 'createdOn', order: 'desc' },
      },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.media.some(isProcessing) ? every : false),
  });

export type MediaChange = BodyInput<typeof updateMedia>;

export const changeMedia = (id: string, body: MediaChange): Promise<Media> =>
  call(updateMedia, { params: { id }, body });
export const removeMedia = (id: string) => call(deleteMedia, { params: { id } });
export const retryMedia = (id: string): Promise<Media> => call(retryProcessing, { params: { id } });

/** Sets the artwork of a media: a square picture as a JPEG. */
export function sendArtwork(targetId: string, image: Blob) {
  const form = new FormData();
  form.append('imageType', 'artwork');
  form.append('targetId', targetId);
  form.append('image', image, 'artwork.jpg');
  return call(uploadImage, { body: form });
}
export const removeArtwork = (targetId: string) => call(removeImage, { body: { imageType: 'artwork', targetId } });
