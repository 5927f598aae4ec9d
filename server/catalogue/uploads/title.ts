import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';

/** A track number: `01 - `, `12. `, and `01` before a capital. Neither `007`, `0800` nor `00s` begins with one. */
const TRACK = /^(0\d(?![\d\p{Ll}]) ?[-.]? ?|\d{2} ?[-.] )/u;

/** A first title, made from the original name of a file: `01 - Night_Drive.mp3` becomes `Night Drive`. Never empty. */
export function titleFrom(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const words = cleanText(base.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const withoutTrack = words.replace(TRACK, '');
  const title = shorten(withoutTrack || words, 200)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
  return title || 'Untitled';
}
