import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ProcessingEvent,
  Stage,
  Status,
  isUnderway,
  nextStatus,
  recordingTooLong,
  stageOf,
  videoTooLong,
} from './processing.ts';

const statuses = Status.options;
const events: ProcessingEvent[] = ['probe', 'transcode', 'finish', 'complete', 'fail', 'requeue', 'retry'];

describe('the life of an uploaded file', () => {
  it('goes from queued to complete', () => {
    const way: ProcessingEvent[] = ['probe', 'transcode', 'finish', 'complete'];
    expect(way.reduce<Status | null>((status, event) => status && nextStatus(status, event), 'queued')).toBe(
      'complete',
    );
  });
  it('never leaves complete', () => {
    expect(events.map((event) => nextStatus('complete', event))).toEqual(events.map(() => null));
  });
  it('leaves failed by a retry only', () => {
    for (const event of events) expect(nextStatus('failed', event)).toBe(event === 'retry' ? 'queued' : null);
  });
  it('becomes complete only from finishing, and failed only while it is under way', () => {
    for (const status of statuses) {
      expect(nextStatus(status, 'complete')).toBe(status === 'finishing' ? 'complete' : null);
      expect(nextStatus(status, 'fail')).toBe(['complete', 'failed'].includes(status) ? null : 'failed');
    }
  });
  it('accepts each event only in its statuses, and requeues from every status under way', () => {
    const taken = (event: ProcessingEvent) => statuses.filter((status) => nextStatus(status, event) !== null);
    expect(events.map(taken)).toEqual([
      ['queued'],
      ['probing'],
      ['transcoding'],
      ['finishing'],
      ['queued', 'probing', 'transcoding', 'finishing'],
      ['queued', 'probing', 'transcoding', 'finishing'],
      ['failed'],
    ]);
    expect(nextStatus('probing', 'requeue')).toBe('queued');
  });
  it('has a stage for each status', () => {
    expect(statuses.map(stageOf)).toEqual(Stage.options);
    expect(Stage.options).toEqual(['Queued', 'Checking', 'Transcoding', 'Finishing', 'Complete', 'Failed']);
  });
  it('is under way until it is complete or failed', () => {
    expect(Stage.options.filter(isUnderway)).toEqual(['Queued', 'Checking', 'Transcoding', 'Finishing']);
  });
  it('has a known status after any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (happened) => {
        let status: Status = 'queued';
        for (const event of happened) status = nextStatus(status, event) ?? status;
        expect(statuses).toContain(status);
        expect(stageOf(status)).toBe(Stage.options[statuses.indexOf(status)]);
      }),
    );
  });
});

it('gives a maximum length in whole minutes or, below one minute, in seconds, with a singular for one', () => {
  const recording = (limit: string) =>
    `This recording is longer than the ${limit} that your plan allows. Cut it into shorter parts and upload them one by one.`;
  expect([60, 1.9, 1, 0.99, 1 / 60].map(recordingTooLong)).toEqual(
    ['60 minutes', '1 minute', '1 minute', '59 seconds', '1 second'].map(recording),
  );
  expect(videoTooLong(150, 3840, 2160, 59.94)).toBe(
    'This video is longer than the 2 minutes that your plan allows at 3840 by 2160 pixels and 60 frames per second. Export it shorter or with a smaller picture.',
  );
});
