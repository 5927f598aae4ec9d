import { describe, expect, it } from 'vitest';
import { judge } from './probe.ts';

const song = { index: 0, codec_type: 'audio', codec_name: 'flac', sample_rate: '44100', channels: 2 };
const film = { index: 1, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080, avg_frame_rate: '25/1' };
const of = (streams: object[], format: object = {}): string => JSON.stringify({ streams, format });

describe('judge', () => {
  it('parses numbers from text, and returns a duration only if there is one', () => {
    expect(judge('flac', of([song], { duration: '12.5' }))).toEqual({
      kind: 'song',
      demuxer: 'flac',
      duration: 12.5,
      sound: { index: 0, codec: 'flac', sampleRate: 44_100, channels: 2, bits: null, lossless: true, end: null },
      picture: null,
    });
    expect(judge('flac', of([song], { duration: 'N/A' })).duration).toBeNull();
  });

  it.each([
    ['length and start', { start_time: '1.5', duration: '2' }, 3.5],
    ['length', { duration: '2' }, 2],
    ['Matroska tag', { start_time: '1.5', tags: { DURATION: '01:00:03.500000000' } }, 3603.5],
    ['Matroska tag, or null if that is no time', { tags: { DURATION: 'long' } }, null],
  ])('derives the end of a stream from its %s', (_, says, end) => {
    const { sound, picture } = judge(
      'matroska',
      of([
        { ...song, ...says },
        { ...film, ...says },
      ]),
    );
    expect([sound?.end, picture?.end]).toEqual([end, end]);
  });

  it.each([
    ['a cover', { ...film, disposition: { attached_pic: 1 } }],
    ['thumbnails', { ...film, disposition: { timed_thumbnails: 1 } }],
    ['a photograph without a rate', { ...film, codec_name: 'mjpeg', avg_frame_rate: '0/0', r_frame_rate: '0/0' }],
  ])('does not regard %s as a video', (_, stream) => {
    expect(judge('mov', of([song, stream])).kind).toBe('song');
  });

  it.each([
    ['slides', { ...film, avg_frame_rate: '1/300', r_frame_rate: '1/300' }],
    ['photographs with a rate', { ...film, codec_name: 'mjpeg', avg_frame_rate: '1/5' }],
    ['a picture without a rate', { ...film, avg_frame_rate: '0/0', r_frame_rate: '0/0' }],
  ])('regards %s as a video', (_, stream) => {
    expect(judge('mov', of([song, stream])).kind).toBe('video');
  });

  it.each([
    ['30 if no rate is declared', { avg_frame_rate: '0/0', r_frame_rate: '0/0' }, 30],
    ['the rate of slides', { avg_frame_rate: '1/4', r_frame_rate: '1/4' }, 0.25],
    ['the average rate', { avg_frame_rate: '240/1', r_frame_rate: '600/1' }, 240],
    ['the lowest rate if the average is a clock rate', { avg_frame_rate: '1000/1', r_frame_rate: '60/1' }, 60],
    ['30 if both are clock rates, as in browser recordings', { avg_frame_rate: '1000/1', r_frame_rate: '1000/1' }, 30],
    ['30 if only a clock rate is declared', { avg_frame_rate: '0/0', r_frame_rate: '1000/1' }, 30],
    [
      '30 if the average is a clock rate and the lowest is that of slides',
      { avg_frame_rate: '1000/1', r_frame_rate: '1/5' },
      30,
    ],
  ])('uses as the frame rate %s', (_, rates, frameRate) => {
    expect(judge('matroska', of([{ ...film, ...rates }])).picture?.frameRate).toBe(frameRate);
  });

  it.each([
    ['bt2020', 'bt2020'],
    ['smpte432', 'smpte432'],
    ['bt709', null],
    ['smpte170m', null],
    [undefined, null],
  ])('detects wide colours by the primaries %s: %s', (primaries, wide) => {
    expect(judge('mov', of([{ ...film, color_primaries: primaries }])).picture?.wide).toBe(wide);
  });

  it('prefers the stream that is marked as default to a larger one', () => {
    const top = { ...film, index: 2, width: 4000, height: 3000 };
    const chosen = judge('mov', of([top, { ...film, disposition: { default: 1 } }]));
    expect(chosen.picture).toMatchObject({ index: 1, width: 1920 });
  });

  it.each([
    [-90, 90, 1080, 1920],
    [90, 270, 1080, 1920],
    [180, 180, 1920, 1080],
    [0, 0, 1920, 1080],
  ])('turns a rotation of %i into %i degrees, shown as %i by %i', (declared, rotation, width, height) => {
    const turned = { ...film, side_data_list: [{ side_data_type: 'Display Matrix', rotation: declared }] };
    expect(judge('mov', of([turned])).picture).toMatchObject({ rotation, width, height });
  });

  it('converts the size to square pixels', () => {
    const wide = { ...film, width: 720, height: 576, sample_aspect_ratio: '64:45' };
    expect(judge('mov', of([wide])).picture).toMatchObject({ width: 1024, height: 576 });
  });

  it('detects HDR by its transfer function', () => {
    expect(judge('mov', of([{ ...film, color_transfer: 'arib-std-b67' }])).picture?.hdr).toBe(true);
    expect(judge('mov', of([{ ...film, color_transfer: 'bt709' }])).picture?.hdr).toBe(false);
  });

  it('distinguishes lossy from lossless codecs', () => {
    const lossless = (codec: string): boolean | undefined =>
      judge('mov', of([{ ...song, codec_name: codec }])).sound?.lossless;
    expect(['flac', 'alac', 'pcm_s24le'].map(lossless)).toEqual([true, true, true]);
    expect(['mp3', 'aac', 'vorbis', 'pcm_mulaw'].map(lossless)).toEqual([false, false, false, false]);
  });

  it.each([
    ['a file without streams', of([]), 'no-streams'],
    ['subtitles alone', of([{ index: 0, codec_type: 'subtitle', codec_name: 'subrip' }]), 'no-streams'],
    ['sound of an unknown codec', of([{ ...song, codec_name: 'dts' }]), 'unsupported-codec'],
    ['a film whose sound is of an unknown codec', of([film, { ...song, codec_name: 'dts' }]), 'unsupported-codec'],
    ['a song without channels', of([{ ...song, channels: 0 }]), 'unreadable'],
    ['a picture of 132 megapixels', of([{ ...film, width: 15_360, height: 8640 }]), 'too-many-pixels'],
    ['text that is not JSON', 'oops', 'unreadable'],
    ['JSON of another shape', '{"streams": 3}', 'unreadable'],
  ])('refuses %s', (_, json, code) => {
    expect(() => judge('mov', json)).toThrow(expect.objectContaining({ code }));
  });

  it('refuses AVI with a text stream, the known way to smuggle a playlist in', () => {
    const text = { index: 2, codec_type: 'subtitle', codec_name: 'webvtt' };
    expect(() => judge('avi', of([film, text]))).toThrow(expect.objectContaining({ code: 'carries-playlist' }));
    expect(judge('matroska', of([film, text])).kind).toBe('video');
  });
});
