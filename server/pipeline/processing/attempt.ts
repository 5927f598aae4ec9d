/** A way to play a source, as stored in its row; `key` is the file's key in the store. */
export interface Playback {
  key: string;
  type: string;
  codecs: string;
  bitrate: number | null;
  width: number | null;
  height: number | null;
}

/** One attempt at processing a source: the upload begins the first, and each retry by the owner begins another. */
export interface Attempt {
  sourceId: string;
  attempt: number;
}
