import { cleanText } from '@scoville/contract/values.ts';

/** A first title from a file's name as it came: `01 - Night_Drive.mp3` becomes `Night Drive`. Never empty. */
export function titleFrom(fileName: string): string {
  const base = fileName.split(/[/\\]/).pop() ?? '';
  const words = cleanText(base.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const withoutTrack = words.replace(/^(0\d\s*[-.]?\s*|\d{2}\s*[-.]\s+)/, '').trim();
  const title = (withoutTrack || words || 'Untitled').slice(0, 200).toWellFormed().replaceAll('\ufffd', '').trim();
  return title || 'Untitled';
}
