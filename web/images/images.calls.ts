import { removeImage, uploadImage } from '@scoville/contract/uploads.ts';
import { call } from '../lib/call.ts';

/** Sets the artwork of a media: a square picture as a JPEG. */
export function sendArtwork(targetId: string, image: Blob) {
  const form = new FormData();
  form.append('imageType', 'artwork');
  form.append('targetId', targetId);
  form.append('image', image, 'artwork.jpg');
  return call(uploadImage, { body: form });
}
export const removeArtwork = (targetId: string) => call(removeImage, { body: { imageType: 'artwork', targetId } });
