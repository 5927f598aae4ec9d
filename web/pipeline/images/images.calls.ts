import { type ImageType, removeImage, uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { call } from '../../platform/lib/call.ts';

/** Uploads a picture, which must be a square JPEG. */
export function sendImage(imageType: ImageType, targetId: string, image: Blob) {
  const form = new FormData();
  form.append('imageType', imageType);
  form.append('targetId', targetId);
  form.append('image', image, `${imageType}.jpg`);
  return call(uploadImage, { body: form });
}
export const clearImage = (imageType: ImageType, targetId: string) =>
  call(removeImage, { body: { imageType, targetId } });
