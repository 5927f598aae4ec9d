/** A quick proof of work: one key in 256 has this prefix. */
export const CHALLENGE = {
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: '00112233445566778899aabbccddeeff',
      salt: 'ffeeddccbbaa99887766554433221100',
      cost: 1,
      keyLength: 32,
      keyPrefix: '00',
    },
  },
};
