/** Faults of a file, and failures on our side while reading it. Stable, for logs and tests. */
export type ProcessingErrorCode =
  | 'empty'
  | 'not-media'
  | 'unreadable'
  | 'unsupported-codec'
  | 'too-many-bits'
  | 'no-streams'
  | 'too-short'
  | 'too-long'
  | 'too-many-pixels'
  | 'carries-playlist'
  | 'changes-midway'
  | 'too-much-work'
  | 'image-type'
  | 'image-size'
  | 'image-pixels'
  | 'image-costly'
  | 'image-damaged'
  | 'busy'
  | 'aborted'
  | 'no-space'
  | 'output-damaged'
  | 'differs'
  | 'engine';

const SENTENCES: Record<ProcessingErrorCode, string> = {
  empty: 'This file is empty. Export it again and upload the new file.',
  'not-media': 'This file is not a song or video that we can read. Upload an MP3, FLAC, WAV, OGG, M4A or MP4 file.',
  unreadable: 'This file is damaged or incomplete. Export it again from your music software and upload the new file.',
  'unsupported-codec':
    'This file uses an encoding that we cannot play. Export it as MP3, FLAC, WAV or AAC, or as MP4 with H.264 for a video.',
  'too-many-bits':
    'This file has 32 bits per sample, which we cannot read. Export it with 24 or 16 bits per sample, or as MP3, and upload that.',
  'no-streams': 'There is neither sound nor picture in this file. Check what you exported and upload it again.',
  'too-short': 'There is less than a twentieth of a second of sound in this file. Check what you exported.',
  'too-long': 'This recording is longer than we accept. Cut it into shorter parts and upload them one by one.',
  'too-many-pixels': 'The picture of this video is too large. Export it at 8K (7680 by 4320) or below.',
  'carries-playlist': 'This file contains a playlist. Export it without subtitles and upload the new file.',
  'changes-midway':
    'The sample rate of this file changes midway. Export it again with one sample rate and upload that.',
  'too-much-work': 'This file takes too long to decode. Export it again as MP3, FLAC, WAV or MP4 with H.264.',
  'image-type': 'This is not an image that we accept. Choose a JPEG, PNG or GIF file.',
  'image-size': 'This image is too large. Choose one of 25 MB or less.',
  'image-pixels': 'This image has too many pixels. Choose one of 100 megapixels or less.',
  'image-costly':
    'This image takes too much memory to open. Save it as a JPEG that is not progressive, or with fewer pixels, and choose the new file.',
  'image-damaged': 'This image is damaged. Save it again from your image software and choose the new file.',
  busy: 'Many pictures are being changed at the moment. Wait a few seconds and try again.',
  aborted: 'Processing of this file was interrupted. It starts over by itself.',
  'no-space': 'We ran out of disk space while processing this file. Try again later.',
  'output-damaged': 'Something went wrong on our side while converting this file. Try again.',
  differs:
    'We could not convert this file faithfully: the result is not as long as the original. Export it again and upload the new file.',
  engine: 'Something went wrong on our side while reading this file. Try again.',
};

const OURS: readonly ProcessingErrorCode[] = ['aborted', 'busy', 'no-space', 'output-damaged', 'engine'];

/** `message` is one sentence for a musician; `detail` is technical and only for the log. */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError';
  readonly code: ProcessingErrorCode;
  readonly detail: string;
  /** Whether a retry with the same file may succeed, because the cause is on our side and not in the file. */
  readonly isRetryable: boolean;

  /** `sentence` replaces the code's own sentence when more is known. */
  constructor(code: ProcessingErrorCode, detail: string, options: ErrorOptions & { sentence?: string } = {}) {
    super(options.sentence ?? SENTENCES[code], options);
    this.code = code;
    this.detail = detail;
    this.isRetryable = OURS.includes(code);
  }
}
