import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.ts';

/** The position of a row in a list: the values that the list is ordered by. */
export type Place = readonly (string | number)[];

/** Converts places into opaque signed texts, which only this server can make. */
export interface Cursors {
  /** @param list the list that the place belongs to; reading the cursor for another list fails */
  write(list: string, place: Place): string;
  /**
   * Returns the place; throws 400 if the text isn't one that we made for this list.
   * @param field the name of the caller's field, for the error
   */
  read(list: string, cursor: string, field?: string): Place;
  /** True if we made the text for this list. */
  isOf(list: string, cursor: string): boolean;
}

/** HMAC-SHA256 over list and place, cut to 96 bits. */
export function createCursors(secret: string): Cursors {
  const sign = (list: string, text: string) =>
    createHmac('sha256', secret).update(`${list}\n${text}`).digest().subarray(0, 12);
  const isOf = (list: string, bytes: Buffer) =>
    bytes.length > 12 && timingSafeEqual(bytes.subarray(0, 12), sign(list, bytes.subarray(12).toString('utf8')));
  return {
    write(list, place) {
      const text = JSON.stringify(place);
      return Buffer.concat([sign(list, text), Buffer.from(text)]).toString('base64url');
    },
    read(list, cursor, field = 'cursor') {
      const bytes = Buffer.from(cursor, 'base64url');
      if (!isOf(list, bytes)) throw invalid(field, 'This page address is damaged. Open the list again from the start.');
      return JSON.parse(bytes.subarray(12).toString('utf8')) as Place;
    },
    isOf: (list, cursor) => isOf(list, Buffer.from(cursor, 'base64url')),
  };
}
