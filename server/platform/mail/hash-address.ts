import { createHash } from 'node:crypto';

/** Represents an address, in any letter case, within a key that other people may read. */
export const hashAddress = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url');
