import { readFile, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from '../../pipeline/processing/transcode.ts';
import { attemptOf } from '../../testkit/media.ts';
import { id3, utf16 } from '../../../fixtures/id3.ts';

let server: TestServer;
let account: Account;
let outside: Server;
let calls = 0;
let address: string;
/** A song on this machine that isn't an upload. A program that opens it can play it. */
let secret: string;
let mp3: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
  outside = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(outside.address() as { port: number }).port}`;
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
  secret = join(server.app.env.DATA_DIR, 'secret.mp3');
  await writeFile(secret, mp3);
});
afterAll(async () => {
  outside.close();
  await server.close();
});

const chunk = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};
const list = (kind: string, ...parts: Buffer[]) =>
  chunk('LIST', Buffer.concat([Buffer.from(kind, 'latin1'), ...parts]));

/** The header of one stream of an AVI file (strh, 56 bytes). */
function streamHeader(type: 'auds' | 'txts', rate: number, length: number): Buffer {
  const header = Buffer.alloc(56);
  header.write(type, 'latin1');
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(length, 32);
  header.writeUInt32LE(type === 'auds' ? 1 : 0, 44);
  return chunk('strh', header);
}

/**
 * An AVI with one second of sound. With `text`, it also has a subtitle stream in which GAB2 carries a file of any kind.
 */
function avi(text: string | null): Buffer {
  const main = Buffer.alloc(56);
  main.writeUInt32LE(1_000_000, 0);
  main.writeUInt32LE(1, 16);
  main.writeUInt32LE(text === null ? 1 : 2, 24);
  const pcm = Buffer.alloc(16);
  pcm.writeUInt16LE(1, 0);
  pcm.writeUInt16LE(1, 2);
  pcm.writeUInt32LE(8000, 4);
  pcm.writeUInt32LE(8000, 8);
  pcm.writeUInt16LE(1, 12);
  pcm.writeUInt16LE(8, 14);
  const inside = Buffer.from(text ?? '');
  const gab2 = Buffer.alloc(17);
  gab2.write('GAB2\0', 'latin1');
  gab2.writeUInt16LE(2, 5);
  gab2.writeUInt32LE(0, 7);
  gab2.writeUInt16LE(4, 11);
  gab2.writeUInt32LE(inside.length, 13);
  const sound = Buffer.from(Array.from({ length: 8000 }, (_, index) => 128 + Math.round(90 * Math.sin(index / 3))));
  const header = list(
    'hdrl',
    chunk('avih', main),
    list('strl', streamHeader('auds', 8000, 8000), chunk('strf', pcm)),
    ...(text === null ? [] : [list('strl', streamHeader('txts', 1, 1), chunk('strf', Buffer.alloc(4)))]),
  );
  const data = list(
    'movi',
    ...(text === null ? [] : [chunk('01tx', Buffer.concat([gab2, inside]))]),
    chunk('00wb', sound),
  );
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI ', 'latin1'), header, data]));
}

const playlist = () =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nhttp://${address}/segment.ts\n` +
  `#EXTINF:10,\nfile://${secret}\n#EXTINF:10,\n${secret}\n#EXT-X-ENDLIST\n`;

/**
 * Uploads a file under a name, and processes it to its end if it is accepted. Returns the message that the musician
 * gets.
 */
async function outcome(name: string, bytes: Buffer): Promise<{ status: number; end: string; sentence: string }> {
  const answer = await account.client.upload('/api/upload', { name, bytes });
  if (answer.status !== 202) return { status: answer.status, end: 'refused', sentence: answer.body.message };
  const { id } = answer.body.media;
  const run = { id: newId(), signal: new AbortController().signal, isLast: true, log: server.app.log };
  await transcode(server.app, await attemptOf(server.app.db, id), run);
  const media = (await account.client.get(`/api/media/${id}`)).body;
  return { status: 202, end: media.status, sentence: media.error?.message ?? '' };
}

describe('files that refer to other files', () => {
  const texts: [string, () => string][] = [
    ['an HLS playlist', playlist],
    ['an HLS playlist behind a byte order mark', () => `\ufeff${playlist()}`],
    ['an HLS playlist behind empty lines', () => `\n\n${playlist()}`],
    [
      'an HLS playlist with an encryption key',
      () => playlist().replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="http://${address}/key"\n#EXTINF`),
    ],
    ['a list for concat', () => `ffconcat version 1.0\nfile '${secret}'\nfile 'http://${address}/x.mp3'\n`],
    [
      'a session description',
      () => `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`,
    ],
    [
      'a DASH manifest',
      () =>
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://${address}/</BaseURL></MPD>`,
    ],
    ['an ASX list', () => `<asx version="3.0"><entry><ref href="http://${address}/x"/></entry></asx>`],
    ['a redirector', () => `RTSPtext\nrtsp://${address}/x\n`],
    [
      'a picture that includes another one',
      () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://${address}/x.png"/></svg>`,
    ],
    ['a filter script', () => `movie=${secret}[out0]`],
    ['subtitles', () => `1\n00:00:00,000 --> 00:00:01,000\n<img src="http://${address}/x">\n`],
  ];
  it.each(texts)(
    'UP-14 %s with the name of a song or a video is refused, and no other address is opened',
    async (_kind, text) => {
      for (const name of ['song.mp3', 'song.flac', 'clip.mp4', 'clip.avi', 'list.m3u8'])
        expect(await outcome(name, Buffer.from(text()))).toMatchObject({ status: 415, end: 'refused' });
      expect(calls).toBe(0);
    },
  );

  it('XBIN, tracker modules and image sequences are refused, too', async () => {
    const xbin = Buffer.concat([
      Buffer.from('XBIN\x1a', 'latin1'),
      Buffer.from([80, 0, 25, 0, 16, 0x1f]),
      Buffer.alloc(4000),
    ]);
    const tracker = Buffer.concat([Buffer.alloc(1080), Buffer.from('M.K.'), Buffer.alloc(4000)]);
    for (const bytes of [
      xbin,
      tracker,
      Buffer.from('IMPM'.padEnd(4000, '\0')),
      Buffer.from('GIF89a'.padEnd(400, '\0')),
    ])
      expect(await outcome('song.mp3', bytes)).toMatchObject({ status: 415 });
  });

  it('UP-07 a playlist behind a tag, behind a song, or in an AVI’s subtitles (GAB2) opens nothing', async () => {
    const behindTag = await outcome('song.mp3', Buffer.concat([id3([['TIT2', utf16('x')]]), Buffer.from(playlist())]));
    expect(behindTag.end).not.toBe('complete');
    await outcome('song.mp3', Buffer.concat([mp3, Buffer.from(playlist())]));
    const smuggled = await outcome('clip.avi', avi(playlist()));
    expect(smuggled.end).not.toBe('complete');
    expect(smuggled.sentence).toMatch(/^[A-Z].+\.$/);
    expect(calls).toBe(0);
  });
});

describe('with a plan that accepts AVI', () => {
  let generous: TestServer;
  beforeAll(async () => {
    const everything = DEFAULT_PLANS.map((plan) => ({
      ...plan,
      limits: { ...plan.limits, acceptedFiles: [...plan.limits.acceptedFiles, 'avi'] },
    }));
    generous = await startTestServer({ PLANS: JSON.stringify(everything) });
  });
  afterAll(() => generous.close());

  it('UP-07 an AVI with a playlist in its subtitles (GAB2) fails, and one without them is playable', async () => {
    const musician = await generous.signUp({ plan: 'ghost-pepper' });
    const end = async (bytes: Buffer) => {
      const { status, body } = await musician.client.upload('/api/upload', { name: 'song.mp3', bytes });
      expect(status).toBe(202);
      const run = { id: newId(), signal: new AbortController().signal, isLast: true, log: generous.app.log };
      await transcode(generous.app, await attemptOf(generous.app.db, body.media.id), run);
      return (await musician.client.get(`/api/media/${body.media.id}`)).body;
    };
    const refused = await end(avi(playlist()));
    expect(refused.status).toBe('failed');
    expect(refused.error.message).toMatch(/^This file contains a playlist\./);
    expect((await end(avi(null))).status).toBe('complete');
    expect(calls).toBe(0);
  });
});

describe('tags that contain addresses', () => {
  it('aren’t followed: a linked cover, web pages, a commercial address', async () => {
    const link = `http://${address}/cover.jpg`;
    const frames: [string, Buffer][] = [
      ['TIT2', utf16('Linked')],
      ['APIC', Buffer.from(`\0-->\0\x03\0${link}`, 'latin1')],
      ['WOAF', Buffer.from(link)],
      ['WXXX', Buffer.from(`\0\0${link}`, 'latin1')],
      ['LINK', Buffer.from(`TIT2${link}\0`, 'latin1')],
    ];
    expect((await outcome('linked.mp3', Buffer.concat([id3(frames), mp3]))).end).toBe('complete');
    expect(calls).toBe(0);
  });
});

describe('file names that look like arguments or protocols', () => {
  it('UP-20 are treated as names: the song is playable from our storage', async () => {
    for (const name of ['-i.mp3', 'concat:a|b.mp3', 'pipe:0.mp3', '%03d.mp3', `http:${'x'.repeat(20)}.mp3`])
      expect((await outcome(name, mp3)).end).toBe('complete');
    expect(calls).toBe(0);
  });
});
