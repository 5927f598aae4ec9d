import { describe, expect, it } from 'vitest';
import { ProcessingError } from '../ffmpeg/processing-error.ts';
import { StoreUnavailable } from '../../platform/storage/storage.ts';
import { OUTPUT_BROKEN_MESSAGE, RETRIES_EXHAUSTED_MESSAGE, failureSignature } from './failures.ts';

describe('the signature of a failure', () => {
  it('identifies broken output and our own bugs, without details that vary between tries', () => {
    expect(failureSignature(new ProcessingError('output-damaged', 'song.webm: 0 [null @ 0x5616] times'))).toBe(
      'output-damaged song.webm',
    );
    expect(failureSignature(new ProcessingError('output-damaged', 'song.webm is short\nby 3'))).toBe(
      'output-damaged song.webm',
    );
    expect(failureSignature(new ProcessingError('output-damaged', 'song.webm:\n3'))).toBe('output-damaged song.webm');
    expect(failureSignature(new ProcessingError('output-damaged', ': '))).toBe('output-damaged ');
    expect(failureSignature(new TypeError('no avcC box'))).toBe('TypeError: no avcC box');
    expect(failureSignature(new Error('x'.repeat(1000)))).toBe(`Error: ${'x'.repeat(493)}`);
  });

  it('is null for temporary failures', () => {
    for (const code of ['engine', 'no-space', 'aborted'] as const)
      expect(failureSignature(new ProcessingError(code, 'x'))).toBeNull();
    expect(failureSignature(Object.assign(new Error('ended'), { code: '57P01' }))).toBeNull();
    expect(failureSignature(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBeNull();
    expect(failureSignature(Object.assign(new Error('gone'), { name: 'NoSuchKey', $metadata: {} }))).toBeNull();
    expect(failureSignature(new StoreUnavailable('The store of files is away.'))).toBeNull();
    for (const thrown of ['a text', null, undefined]) expect(failureSignature(thrown)).toBeNull();
  });
});

it('the messages to an owner explain whose fault it was and what to do', () => {
  expect(RETRIES_EXHAUSTED_MESSAGE).toBe(
    'This file could not be processed: something went wrong on our side, several times. Please try again later.',
  );
  expect(OUTPUT_BROKEN_MESSAGE).toBe(
    'We could not make a playable copy of this file. It may be damaged: export it again from your music software and upload the new file.',
  );
});
