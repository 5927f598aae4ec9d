import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again, so that a copy of the database doesn't reveal them. */
export interface Sealer {
  /** @param owner the id of the owner; only `open` with the same owner succeeds */
  seal(text: string, owner: string): Buffer;
  /** Throws if the data was changed, or sealed for another owner or by another installation. */
  open(sealed: Uint8Array, owner: string): string;
}

/** AES-256-GCM under a key derived from the installation's secret: initialisation vector, ciphertext, tag. */
export function createSealer(secret: string): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sealer', 32));
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString();
    },
  };
}
