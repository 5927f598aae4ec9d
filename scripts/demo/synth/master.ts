import { SAMPLE_RATE, type Stereo } from './voices.ts';

/** A second-order section, direct form I, over a copy of the samples. */
function section(samples: Float32Array, [b0, b1, b2, a1, a2]: readonly number[]): Float32Array {
  const out = new Float32Array(samples.length);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!;
    const y = b0! * x + b1! * x1 + b2! * x2 - a1! * y1 - a2! * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    out[i] = y;
  }
  return out;
}

/** K-weighting of ITU-R BS.1770-4: a high shelf of 4 dB and a high-pass at 38 Hz, by the bilinear transform at this rate. */
function weighted(samples: Float32Array): Float32Array {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + shelfK / q + shelfK * shelfK;
  const shelf = [
    (high + (middle * shelfK) / q + shelfK * shelfK) / a0,
    (2 * (shelfK * shelfK - high)) / a0,
    (high - (middle * shelfK) / q + shelfK * shelfK) / a0,
    (2 * (shelfK * shelfK - 1)) / a0,
    (1 - shelfK / q + shelfK * shelfK) / a0,
  ];
  const passK = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE);
  const passQ = 0.5003270373238773;
  const c0 = 1 + passK / passQ + passK * passK;
  return section(section(samples, shelf), [
    1,
    -2,
    1,
    (2 * (passK * passK - 1)) / c0,
    (1 - passK / passQ + passK * passK) / c0,
  ]);
}

/** Integrated loudness in LUFS (ITU-R BS.1770-4: blocks of 0.4 s every 0.1 s, gates at -70 and at -10 below the mean). */
export function loudness(sound: Stereo): number {
  const left = weighted(sound.left);
  const right = weighted(sound.right);
  const hop = Math.round(SAMPLE_RATE * 0.1);
  const hops: number[] = [];
  for (let start = 0; start + hop <= left.length; start += hop) {
    let power = 0;
    for (let i = start; i < start + hop; i++) power += left[i]! * left[i]! + right[i]! * right[i]!;
    hops.push(power / hop);
  }
  const blocks = hops.slice(3).map((_, i) => (hops[i]! + hops[i + 1]! + hops[i + 2]! + hops[i + 3]!) / 4);
  const level = (power: number) => -0.691 + 10 * Math.log10(power);
  const mean = (list: number[]) => (list.length === 0 ? 0 : list.reduce((sum, power) => sum + power, 0) / list.length);
  const heard = blocks.filter((power) => level(power) > -70);
  const gate = level(mean(heard)) - 10;
  return level(mean(heard.filter((power) => level(power) > gate)));
}

/** Looks 5 ms ahead and turns down, in place, what would rise over `ceiling`; both channels alike. */
function limit({ left, right }: Stereo, ceiling: number): void {
  const ahead = Math.round(SAMPLE_RATE * 0.005);
  const gains = new Float32Array(left.length).fill(1);
  const attack = 1 / ahead;
  for (let i = 0; i < left.length; i++) {
    const peak = Math.max(Math.abs(left[i]!), Math.abs(right[i]!));
    if (peak <= ceiling) continue;
    const needed = ceiling / peak;
    for (let n = 0; n <= ahead && i - n >= 0; n++) {
      const ramp = needed + (1 - needed) * n * attack;
      if (gains[i - n]! <= ramp && n > 0) continue;
      gains[i - n] = Math.min(gains[i - n]!, ramp);
    }
  }
  const release = 1 - Math.exp(-1 / (0.09 * SAMPLE_RATE));
  let gain = 1;
  for (let i = 0; i < left.length; i++) {
    gain = Math.min(gains[i]!, gain + (1 - gain) * release);
    left[i]! *= gain;
    right[i]! *= gain;
  }
}

/**
 * Brings a mix, in place, to `target` LUFS with no sample above `ceiling` (1 is full scale), and closes both ends.
 * Returns the loudness that came out.
 */
export function master(sound: Stereo, target: number, ceiling: number): number {
  fadeEnds(sound);
  for (let round = 0; round < 2; round++) {
    const now = loudness(sound);
    const gain = Number.isFinite(now) ? 10 ** ((target - now) / 20) : 1;
    for (const side of [sound.left, sound.right]) for (let i = 0; i < side.length; i++) side[i]! *= gain;
    limit(sound, ceiling);
  }
  return loudness(sound);
}

function fadeEnds({ left, right }: Stereo): void {
  const opening = Math.min(left.length, Math.round(SAMPLE_RATE * 0.004));
  const closing = Math.min(left.length >> 1, Math.round(SAMPLE_RATE * 1.2));
  for (const side of [left, right]) {
    for (let i = 0; i < opening; i++) side[i]! *= i / opening;
    for (let i = 0; i < closing; i++) side[side.length - 1 - i]! *= Math.sin((Math.PI / 2) * (i / closing));
  }
}
