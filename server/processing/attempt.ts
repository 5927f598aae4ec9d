/** A way to play a source, as it is kept with its row; `key` is its place in the store. */
export interface Playback {
  key: string;
  type: string;
  codecs: string;
  bitrate: number | null;
  width: number | null;
  height: number | null;
}

/** A source in one of its attempts: the first is its upload, each retry of its owner begins another. */
export interface Attempt {
  sourceId: string;
  attempt: number;
}
