import { type KeyObject, createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Json = Record<string, unknown>;

/** Wrong values, as from another authenticator or for another challenge. */
export interface Forged {
  challenge?: string;
  origin?: string;
  host?: string;
  counter?: number;
}

/**
 * Simulates a passkey of a browser with a platform authenticator: creates a key and signs with it (WebAuthn, ES256).
 */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #public: Buffer;
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
    this.#public = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The result of `startRegistration`. */
  register(options: Json, forged: Forged = {}): Json {
    const data = Buffer.concat([
      this.#data(0x45, forged),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#public,
    ]);
    const length = Buffer.from([0x58, data.length]);
    if (data.length > 255) throw new Error('This authenticator writes short data only.');
    // CBOR: { fmt: 'none', attStmt: {}, authData: data }
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from('a0', 'hex'),
      cborText('authData'),
      length,
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', options, forged).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The result of `startAuthentication`. */
  sign(options: Json, forged: Forged = {}): Json {
    this.#counter += 1;
    const data = this.#data(0x05, forged);
    const client = this.#client('webauthn.get', options, forged);
    const signature = createSign('sha256')
      .update(data)
      .update(createHash('sha256').update(client).digest())
      .sign(this.#key);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: Json): Json {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #client(type: string, options: Json, { challenge, origin }: Forged): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: challenge ?? options['challenge'],
        origin: origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #data(flags: number, { host, counter }: Forged): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const rp = createHash('sha256')
      .update(host ?? new URL(this.#origin).hostname)
      .digest();
    return Buffer.concat([rp, Buffer.from([flags]), count]);
  }
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
