// Frame headers of MPEG audio (ISO/IEC 11172-3 2.4.2.3, 13818-3; version 2.5 by convention).

/** Kilobits a second by index, for version 1 and for the lower rates of 2 and 2.5, layers I, II, III. */
const BITRATES = {
  one: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  two: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
const RATES = [44_100, 48_000, 32_000];

interface Frame {
  /** Bytes, header included. */
  length: number;
  /** The properties that all frames of one stream share. */
  stream: string;
}

/** The frame whose header begins at `at`, or null. Free format is not supported, because songs don't use it. */
function mpegFrameAt(bytes: Buffer, at: number): Frame | null {
  if (bytes.length < at + 4 || bytes[at] !== 0xff) return null;
  const [, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if ((second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rateIndex = (third >> 2) & 3;
  if (version === 1 || layer === 4 || rateIndex === 3) return null;
  const kilobits = (version === 3 ? BITRATES.one : BITRATES.two)[layer - 1]?.[third >> 4];
  if (kilobits === undefined || kilobits === 0) return null;
  const rate = (RATES[rateIndex] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const length =
    layer === 1
      ? (Math.floor((12_000 * kilobits) / rate) + padding) * 4
      : Math.floor(((samples / 8) * 1000 * kilobits) / rate) + padding;
  return { length, stream: `${version} ${layer} ${rate}` };
}

/**
 * With fewer bytes than this before the first frame of MPEG audio, three agreeing frames suffice; with this many or
 * more, eight must agree.
 */
const NEAR = 16 * 1024;

/**
 * The number of consecutive frames that must agree. More bytes before the first frame need more, because some of them
 * look like a frame by chance.
 */
const framesToSee = (at: number): number => (at === 0 ? 2 : at < NEAR ? 3 : 8);

/** Does a stream of MPEG audio begin anywhere in these bytes? */
export function mpegFramesAgree(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (framesFrom(bytes, at, framesToSee(at))) return true;
  return false;
}

function framesFrom(bytes: Buffer, at: number, count: number): boolean {
  let place = at;
  let stream: string | null = null;
  for (let seen = 0; seen < count; seen += 1) {
    const frame = mpegFrameAt(bytes, place);
    if (frame === null || (stream !== null && frame.stream !== stream)) return false;
    stream = frame.stream;
    place += frame.length;
  }
  return true;
}
