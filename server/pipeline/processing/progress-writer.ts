import type { Status } from '@scoville/contract/pipeline/processing.ts';
import { type Pool, transaction } from '../../platform/db/connection.ts';
import type { OnStage, ProcessStage } from '../ffmpeg/stages.ts';
import type { Attempt } from './attempt.ts';
import { type Step, advance, recordProgress } from './processing.queries.ts';

const EVENT: Record<ProcessStage, Step> = {
  transcoding: 'transcode',
  finishing: 'finish',
};

/** Minimum milliseconds between two writes. */
const MIN_INTERVAL = 1000;

/** This worker may no longer change the source, because it was deleted or taken over by another attempt. */
export class Lost extends Error {}

/** Writes a file's stage immediately and its percent at most once a second, in order. */
export class ProgressWriter {
  readonly #db: Pool;
  readonly #work: Attempt;
  readonly #onEnd: (reason: unknown) => void;
  #stage: ProcessStage | null = null;
  #written = 0;
  #last: Promise<void> = Promise.resolve();
  #failure: unknown = null;

  /** @param onEnd called when the work must stop: with `Lost` if the job was lost, or with an error of the database */
  constructor(db: Pool, work: Attempt, onEnd: (reason: unknown) => void) {
    this.#db = db;
    this.#work = work;
    this.#onEnd = onEnd;
  }

  /** Can be passed on without its object. */
  readonly note: OnStage = (stage, progress) => {
    const event = stage === this.#stage ? null : EVENT[stage];
    this.#stage = stage;
    if (event !== null) this.#queue(() => transaction(this.#db, (tx) => advance(tx, this.#work, event)));
    else if (Date.now() - this.#written < MIN_INTERVAL) return;
    this.#written = Date.now();
    this.#queue(async () => (await recordProgress(this.#db, this.#work, stage, progress)) || null);
  };

  /** Waits until everything is written; throws `Lost`, or the error of the database. */
  async idle(): Promise<void> {
    await this.#last;
    if (this.#failure !== null) throw this.#failure;
  }

  #queue(write: () => Promise<Status | true | null>): void {
    this.#last = this.#last.then(async () => {
      if (this.#failure !== null) return;
      try {
        if ((await write()) === null) throw new Lost('This source is no longer ours to process.');
      } catch (error) {
        this.#failure = error;
        this.#onEnd(error);
      }
    });
  }
}
