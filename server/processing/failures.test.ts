import { describe, expect, it } from 'vitest';
import { MediaError } from '../ffmpeg/media-error.ts';
import { GIVEN_UP, NO_COPY, wayOf } from './failures.ts';

describe('the way of a failure', () => {
  it('is told of what we made and of our own mistakes, without what differs from time to time', () => {
    expect(wayOf(new MediaError('output-damaged', 'song.webm: 0 [null @ 0x5616] times'))).toBe(
      'output-damaged song.webm',
    );
    expect(wayOf(new MediaError('output-damaged', 'song.webm is short\nby 3'))).toBe('output-damaged song.webm');
    expect(wayOf(new MediaError('output-damaged', 'song.webm:\n3'))).toBe('output-damaged song.webm');
    expect(wayOf(new MediaError('output-damaged', ': '))).toBe('output-damaged ');
    expect(wayOf(new TypeError('no avcC box'))).toBe('TypeError: no avcC box');
    expect(wayOf(new Error('x'.repeat(1000)))).toBe(`Error: ${'x'.repeat(493)}`);
  });

  it('is not told of what passes by itself', () => {
    for (const code of ['engine', 'no-space', 'aborted'] as const) expect(wayOf(new MediaError(code, 'x'))).toBeNull();
    expect(wayOf(Object.assign(new Error('ended'), { code: '57P01' }))).toBeNull();
    expect(wayOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBeNull();
    for (const thrown of ['a text', null, undefined]) expect(wayOf(thrown)).toBeNull();
  });
});

it('an owner reads whose fault it was, and what to do', () => {
  expect(GIVEN_UP).toBe(
    'This file could not be processed: something went wrong on our side, several times. Please try again later.',
  );
  expect(NO_COPY).toBe(
    'We could not make a playable copy of this file. It may be damaged: export it again from your music software and upload the new file.',
  );
});
