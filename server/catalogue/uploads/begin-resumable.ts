import type { Upload } from '@tus/server';
import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { CHOSEN_BY, GENRES, RIGHTS_CONFIRMED, extensionOf } from '@scoville/contract/catalogue/uploads.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { namedGenres } from '../categories/own-genres.queries.ts';
import { badRequest, conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { checkReplaceable } from '../media/replacement.ts';
import { checkName } from './accept-file.ts';
import { findAllowance, checkCount, checkFailures, maxBytes, tooLarge } from './allowance.ts';
import { genresOfUpload } from './genres-of-upload.ts';
import { checkReplacements } from './replacements-a-day.ts';
import { reserveSpace } from './reservations.ts';
import { insertResumable } from './resumable.queries.ts';

/**
 * Checks the file that a new upload announces, and reserves space for it.
 * @returns the unfinished uploads that were evicted, like `reserveSpace`
 */
export async function beginResumable(
  app: App,
  userId: string,
  { id, size: bytes, metadata }: Upload,
): Promise<string[]> {
  const chosenBy = metadata?.[CHOSEN_BY] ?? userId;
  if (chosenBy !== userId) throw conflict('Another account was signed in when this file was chosen. Choose it again.');
  const allowance = await findAllowance(app.db, app.env, userId);
  const replaces = metadata?.['replaces'] ?? null;
  if (replaces === null) checkCount(allowance);
  else if (!isId(replaces)) throw notFound('This media');
  else {
    await checkReplaceable(app.db, replaces, userId);
    await checkReplacements(app.limits, userId);
  }
  checkFailures(allowance);
  const name = metadata?.['filename'] ?? metadata?.['name'] ?? '';
  checkName(name, allowance.limits);
  if (bytes === undefined) throw badRequest('Send the length of the file in the header Upload-Length.');
  if (bytes === 0) throw invalid('file', 'This file is empty. Export it again and upload the new file.', 'empty');
  if (bytes > maxBytes(allowance.limits)) throw tooLarge(allowance.limits.maxFileSizeMB);
  const genres = await namedGenres(app.db, genresOfUpload(metadata?.[GENRES] ?? undefined));
  const confirmsRights = metadata?.[RIGHTS_CONFIRMED] !== undefined;
  const clean = cleanText(name);
  const fileName = clean.length <= 500 ? clean : `${shorten(clean, 480)}.${extensionOf(clean)}`;
  const wanted = { id, userId, bytes, limits: allowance.limits, resumable: true };
  return reserveSpace(app, wanted, (tx) =>
    insertResumable(tx, {
      id,
      userId,
      fileName,
      bytes,
      replaces,
      genres: genres.map(({ name }) => name),
      confirmsRights,
    }),
  );
}
