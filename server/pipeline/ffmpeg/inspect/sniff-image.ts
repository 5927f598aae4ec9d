/** The largest image file that we accept (bytes). */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif';

/** The type of an image, from its first bytes. Pure. Null for everything but JPEG, PNG and GIF. */
export function sniffImage(head: Buffer): ImageType | null {
  const starts = (hex: string): boolean => head.toString('hex', 0, hex.length / 2) === hex;
  if (starts('ffd8ff')) return 'image/jpeg';
  if (starts('89504e470d0a1a0a')) return 'image/png';
  return starts('474946383761') || starts('474946383961') ? 'image/gif' : null;
}
