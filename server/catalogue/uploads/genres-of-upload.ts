import { type GenreChoice, UploadGenres } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { invalid } from '../../platform/http/errors.ts';

/** Reads the genres that were sent with a file, as text. Throws 400 for invalid ones. */
export function genresOfUpload(text = ''): GenreChoice[] {
  const parsed = UploadGenres.safeParse(text);
  if (!parsed.success)
    throw invalid('genres', parsed.error.issues[0]?.message ?? 'Write genres with commas between them.');
  return parsed.data;
}
