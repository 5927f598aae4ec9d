import { createHash } from 'node:crypto';

/** Stands for an address in a key that others may read, whatever the case of its letters. */
export const hashOfAddress = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url');
