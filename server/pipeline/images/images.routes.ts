import * as z from 'zod';
import type { Artwork } from '@scoville/contract/catalogue/media/media.ts';
import { IMAGE_LIMIT_MB, removeImage, uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentArtwork } from '../../catalogue/media/media.addresses.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { findAllowance, tooLarge } from '../../catalogue/uploads/allowance.ts';
import { incomingFolder } from '../../catalogue/uploads/incoming.ts';
import { receiveUpload } from '../../catalogue/uploads/receive-upload.ts';
import { refusalOfDisk } from '../../catalogue/uploads/space.ts';
import { clearImage, imageTarget, setImage } from './images.ts';
import { checkPicture, refusalOf } from './refusal.ts';
import { squaresFor } from './squares.ts';

export const imagesRoutes = (app: App) => [
  route(uploadImage, async (call) => {
    const actor = signedIn(call);
    const { limits } = await findAllowance(app.db, app.env, actor.userId);
    const reception = {
      field: 'image',
      userId: actor.userId,
      limits,
      maxBytes: IMAGE_LIMIT_MB * 1024 * 1024,
      tooLarge: tooLarge(IMAGE_LIMIT_MB, 'image'),
      judge: (head: Buffer) => checkPicture(head, 'image'),
    };
    return receiveUpload(app, call.request, reception, async ({ file, fields }) => {
      const { imageType, targetId } = parse(fields);
      const target = await imageTarget(app, actor, imageType, targetId);
      const squares = await squaresFor(actor.userId, file.path, target.kind.cut).catch((error: unknown) => {
        throw refusalOf(error, 'image');
      });
      const { prefix, version } = await setImage(app, target, squares, incomingFolder(app.env)).catch(
        (error: unknown) => {
          throw refusalOfDisk(error);
        },
      );
      const artwork = addresses(app, prefix, target.kind.cut.sizes);
      return { imageUrl: artwork.jpeg700, version, artwork };
    });
  }),

  route(removeImage, async (call) => {
    const { imageType, targetId } = call.body;
    await clearImage(app, await imageTarget(app, signedIn(call), imageType, targetId));
    return { id: targetId, deleted: true as const };
  }),
];

function parse(fields: Record<string, string>): z.output<typeof uploadImage.body> {
  const form = z.safeParse(uploadImage.body, fields);
  if (form.success) return form.data;
  const errors = form.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    code: issue.code,
    message:
      issue.path[0] === 'imageType'
        ? 'imageType is one of profile, artwork, album, band, genre and mood.'
        : 'targetId is the id of what the picture belongs to.',
  }));
  throw badRequest(errors[0]?.message ?? 'The form is not valid.', errors);
}

/**
 * Public pictures have addresses under /images, artwork has signed ones. A profile picture has only one size, which is
 * used for both.
 */
function addresses(app: App, prefix: Key, sizes: readonly number[]): Artwork {
  if (!prefix.startsWith('images/')) return presentArtwork(app.signer, prefix);
  const large = Math.max(...sizes);
  const at = (size: number, extension: string) => `/${prefix}/${size}.${extension}`;
  return { jpeg700: at(large, 'jpg'), jpeg200: at(200, 'jpg'), webp700: at(large, 'webp'), webp200: at(200, 'webp') };
}
