import type { Stereo } from './voices.ts';

/** A 16-bit PCM RIFF/WAVE file of two channels. Samples beyond full scale are held at it; what is no number throws. */
export function encodeWav({ left, right }: Stereo, sampleRate: number): Buffer {
  const bytes = left.length * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  for (let i = 0, at = 44; i < left.length; i++, at += 4) {
    file.writeInt16LE(level(left[i]!), at);
    file.writeInt16LE(level(right[i]!), at + 2);
  }
  return file;
}

function level(sample: number): number {
  if (Number.isNaN(sample)) throw new RangeError('A sample is not a number.');
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}
