/** CRC of FLAC's frames: 8 bits of 0x07 over a header, 16 bits of 0x8005 over a frame. */
function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const all = (1 << bits) - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) value = ((value << 1) ^ ((value & top) === 0 ? 0 : polynomial)) & all;
  }
  return value;
}

const BLOCK = 4096;
const RATE = 48_000;

/** One frame of mono samples of 32 bits, uncompressed (RFC 9639, sections 9.1 and 9.2.3); its number is below 128. */
function frame(number: number, samples: Int32Array): Buffer {
  // Sync code and fixed blocks; block size in 16 bits at the end, 48 kHz; one channel, 32 bits a sample.
  const header = Buffer.from([0xff, 0xf8, 0x7a, 0x0e, number, 0, 0]);
  header.writeUInt16BE(samples.length - 1, 5);
  const body = Buffer.alloc(1 + samples.length * 4);
  // A verbatim subframe without wasted bits.
  body[0] = 0b0000_0010;
  for (const [at, sample] of samples.entries()) body.writeInt32BE(sample, 1 + at * 4);
  const whole = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)]), body]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crc(whole, 16, 0x8005));
  return Buffer.concat([whole, end]);
}

/** A FLAC file of 32 bits a sample, as some recorders write it and ffmpeg 5 cannot; at most ten seconds of a tone. */
export function flacOf32Bits(seconds: number): Buffer {
  const total = Math.round(seconds * RATE);
  const tone = Int32Array.from({ length: total }, (_, at) =>
    Math.round(2 ** 30 * Math.sin((at * 2 * Math.PI * 440) / RATE)),
  );
  const frames = Array.from({ length: Math.ceil(total / BLOCK) }, (_, at) =>
    frame(at, tone.subarray(at * BLOCK, (at + 1) * BLOCK)),
  );
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  info.writeBigUInt64BE((BigInt(RATE) << 44n) | (31n << 36n) | BigInt(total), 10);
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info, ...frames]);
}
