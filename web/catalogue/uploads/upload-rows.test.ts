import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import type { UploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { refusalReason } from './check-file.ts';
import { type Chosen, addFailure, chosenFiles, findReplacement } from './upload-queue.ts';
import { areUnderway, toRows } from './upload-rows.ts';

const limits = DEFAULT_PLANS[0]?.limits ?? (undefined as never);
const MB = 1024 * 1024;

describe('the drop zone’s check of a file', () => {
  it.each([
    ['UP-13 a file of 60 MB', 'a.mp3', 60 * MB, 'File is too big (60 MB). Max filesize: 50 MB.'],
    ['UP-13 a file of 51.3 MB', 'a.flac', 51.3 * MB, 'File is too big (51.3 MB). Max filesize: 50 MB.'],
    ['UP-14 a text', 'a.txt', 10, "You can't upload files of this type."],
    ['UP-14 a program', 'a.mp3.exe', 10, "You can't upload files of this type."],
    ['a name without an extension', 'song', 10, "You can't upload files of this type."],
  ])('%s is refused with a message', (_case, name, size, sentence) =>
    expect(refusalReason({ name, size }, limits)).toBe(sentence),
  );

  it('UP-18 accepts each of the accepted extensions, in any case, up to the limit', () => {
    for (const extension of ['flac', 'oga', 'm4a', 'mp3', 'm4v', 'ogg', 'mp4', 'wav', 'MP3'])
      expect(refusalReason({ name: `a.${extension}`, size: 50 * MB }, limits)).toBeNull();
  });

  it('UP-17 follows the limits of the account', () => {
    expect(refusalReason({ name: 'a.mp3', size: 1 }, { ...limits, acceptedFiles: ['flac'] })).not.toBeNull();
  });
});

const chosen = (part: Partial<Chosen>): Chosen => ({
  key: 1,
  name: 'My song.mp3',
  state: 'waiting',
  percent: 0,
  mediaId: null,
  replaces: null,
  duplicateOf: null,
  error: null,
  canResume: false,
  ...part,
});
const entry = (part: Partial<UploadProgress>): UploadProgress => ({
  fileName: 'Mysong.mp3',
  media: { id: 'm', title: 'My song', mediaType: 'song' },
  replaces: false,
  stage: 'Queued',
  progress: 0,
  error: false,
  errorMsg: null,
  updatedOn: '',
  ...part,
});

describe('the rows of the upload screen', () => {
  it('UP-05 go from waiting through sending and the server’s stages to complete', () => {
    const sent = chosen({ state: 'sent', mediaId: 'm' });
    const seen = [
      toRows([chosen({})], []),
      toRows([chosen({ state: 'sending' })], []),
      toRows([chosen({ state: 'sending', percent: 42 })], []),
      toRows([sent], []),
      toRows([sent], [entry({ stage: 'Checking' })]),
      toRows([sent], [entry({ stage: 'Transcoding', progress: 30 })]),
      toRows([sent], [entry({ stage: 'Finishing', progress: 92 })]),
      toRows([sent], [entry({ stage: 'Complete', progress: 100 })]),
    ];
    expect(seen.map(([row]) => row?.label)).toEqual([
      'Waiting',
      'Sending',
      'Sending, 42%',
      'Queued',
      'Checking',
      'Transcoding',
      'Finishing',
      'Complete',
    ]);
    expect(seen.every((rows) => rows.length === 1)).toBe(true);
  });

  it('UP-06 are striped while transcoding, and only then', () => {
    const striped = (stage: UploadProgress['stage']) => toRows([], [entry({ stage })])[0]?.striped;
    expect([striped('Checking'), striped('Transcoding'), striped('Finishing')]).toEqual([false, true, false]);
  });

  it('UP-16 are no longer polled once all uploads have ended', () => {
    expect(areUnderway([entry({ stage: 'Complete' }), entry({ stage: 'Failed' })])).toBe(false);
    expect(areUnderway([entry({ stage: 'Complete' }), entry({ stage: 'Queued' })])).toBe(true);
    expect(areUnderway([])).toBe(false);
  });

  it('show the server’s state of a media item whose file failed, once it is retried or replaced', () => {
    const failed = chosen({ state: 'failed', mediaId: 'm', error: 'No sound.' });
    const seen = (entries: UploadProgress[]) => toRows([failed], entries).map(({ label, error }) => [label, error]);
    expect(seen([])).toEqual([['Failed', 'No sound.']]);
    expect(seen([entry({ stage: 'Transcoding' })])).toEqual([['Transcoding', null]]);
    expect(seen([entry({ stage: 'Complete' })])).toEqual([['Complete', null]]);
    expect(seen([entry({ stage: 'Complete', replaces: true })])).toEqual([['Complete', null]]);
  });

  it('show a replacement separately from the file that it replaces', () => {
    const [first, second] = [
      chosen({ key: 1, state: 'sent', mediaId: 'm' }),
      chosen({ key: 2, state: 'sent', mediaId: 'm', replaces: 'm' }),
    ];
    const entries = [entry({ stage: 'Checking', replaces: true }), entry({ stage: 'Complete' })];
    const labels = (items: Chosen[], of = entries) => toRows(items, of).map(({ label }) => label);
    expect(labels([second, first])).toEqual(['Checking', 'Complete']);
    expect(labels([first])).toEqual(['Complete', 'Checking']);
    expect(labels([])).toEqual(['Checking', 'Complete']);
    // The first entry is gone; the row shows the entry of the replacement.
    expect(labels([second, first], [entry({ stage: 'Complete', replaces: true })])).toEqual(['Complete', 'Complete']);
  });

  it('show a failure for the file that failed, and not for the file that it should replace', () => {
    addFailure('m', false, 'first.mp3', 'No sound.');
    addFailure('m', true, 'second.mp3', 'No picture.');
    addFailure('m', true, 'second.mp3', 'No picture again.');
    const errors = toRows(chosenFiles(), [entry({ stage: 'Complete' })]).map(({ label, error }) => [label, error]);
    expect(errors).toEqual([
      ['Failed', 'No picture again.'],
      ['Complete', null],
    ]);
    // The page of the media item offers to retry the failed file, or to keep the first one.
    expect(findReplacement(chosenFiles(), 'm')).toBeUndefined();
    const refused = chosen({ state: 'failed', replaces: 'm' });
    expect(findReplacement([refused], 'm')).toBe(refused);
  });

  it('include the files that another tab sent', () => {
    expect(
      toRows([chosen({ state: 'sent', mediaId: 'm' })], [entry({}), entry({ fileName: 'b.mp3', media: null })]),
    ).toHaveLength(2);
  });
});
