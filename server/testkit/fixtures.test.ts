import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { broken, image, song, video } from './fixtures.ts';

interface Probe {
  format: { duration: string; tags?: Record<string, string> };
  streams: { codec_name: string; codec_type: string; width?: number; height?: number }[];
}

async function probe(path: string): Promise<Probe> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
  const { stdout } = await promisify(execFile)(process.env['FFPROBE_PATH'] ?? 'ffprobe', args);
  return JSON.parse(stdout) as Probe;
}

describe('fixtures', () => {
  it.each([
    ['wav', 'pcm_s16le'],
    ['mp3', 'mp3'],
    ['flac', 'flac'],
    ['ogg', 'vorbis'],
    ['m4a', 'aac'],
  ] as const)('song makes a %s of the length asked for, the same path for the same wish', async (format, codec) => {
    const path = await song({ seconds: 2, format });
    expect(await song({ seconds: 2, format })).toBe(path);
    const { format: container, streams } = await probe(path);
    expect(streams[0]?.codec_name).toBe(codec);
    expect(Math.abs(Number(container.duration) - 2)).toBeLessThan(0.08);
  });

  it('song carries tags and a cover', async () => {
    const path = await song({ seconds: 1, format: 'mp3', tags: { title: 'Salt & Ash', artist: 'Wren' }, cover: true });
    const { format, streams } = await probe(path);
    expect(format.tags).toMatchObject({ title: 'Salt & Ash', artist: 'Wren' });
    expect(streams.map((stream) => stream.codec_name)).toEqual(['mp3', 'mjpeg']);
  });

  it('video makes picture and sound, or picture alone', async () => {
    const both = await probe(await video({ seconds: 1, width: 320, height: 180 }));
    expect(both.streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
    expect(both.streams[0]).toMatchObject({ width: 320, height: 180 });
    const silent = await probe(await video({ seconds: 1, width: 180, height: 320, silent: true }));
    expect(silent.streams.map((stream) => stream.codec_name)).toEqual(['h264']);
  });

  it('image has the size and format asked for', async () => {
    const meta = await sharp(await image({ width: 320, height: 200, format: 'png' })).metadata();
    expect(meta).toMatchObject({ width: 320, height: 200, format: 'png' });
  });

  it('broken files are broken in the way they say', async () => {
    expect((await readFile(await broken('empty'))).length).toBe(0);
    const bomb = await readFile(await broken('bomb-png'));
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 40_000, height: 40_000 });
    await expect(probe(await broken('no-index-mp4'))).rejects.toThrow();
  });

  it('may be asked for by several at once', async () => {
    const wish = { seconds: 1, format: 'wav', seed: `at once ${process.pid}` } as const;
    const paths = await Promise.all([song(wish), song(wish), song(wish)]);
    expect(new Set(paths).size).toBe(1);
    expect((await readFile(paths[0])).length).toBe(44 + 44_100 * 4);
  });
});
