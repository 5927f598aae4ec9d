import { FEED_ARTWORK } from '@scoville/contract/catalogue/media/artwork.ts';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../scripts/patience.ts';
import { DECODER_IDS } from '../../pipeline/ffmpeg/run/decoder-accounts.ts';
import { makeSquares } from '../../pipeline/ffmpeg/renditions/make-squares.ts';
import { MUSIC, make, newFolder } from '../../testkit/make-files.ts';
import { nodeSandbox } from '../../pipeline/ffmpeg/run/node-child.ts';
import { readTags } from '../../pipeline/ffmpeg/inspect/tags.ts';
import { waitForSlot } from '../../pipeline/ffmpeg/run/slot-queue.ts';
import { mustDropPrivileges } from '../../pipeline/ffmpeg/run/isolation.ts';
import { image } from '../../../fixtures/files.ts';
import { png } from '../../../fixtures/png.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

const MB = 1_000_000;
const COSTLY =
  'This image takes too much memory to open. Save it as a JPEG that is not progressive, or with fewer pixels, and choose the new file.';

/**
 * An interlaced PNG with 16 bits a sample and transparency, which contains almost none of the pixels that its header
 * announces.
 */
const claimingPng = (width: number, height: number): Buffer =>
  png({ width, height, bits: 16, colour: 'rgba', interlaced: true }, Buffer.alloc(4 * MB));

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#a04020' } });

describe('F6 a picture', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, boolean]>([
    [
      'a turned photograph of 48 megapixels',
      () => flat(8064, 6048).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      true,
    ],
    ['a progressive photograph of 30 megapixels', () => flat(6000, 5000).jpeg({ progressive: true }).toBuffer(), true],
    ['a progressive photograph of 48 megapixels', () => flat(8064, 6048).jpeg({ progressive: true }).toBuffer(), false],
    [
      'a PNG of 60 megapixels with transparency',
      () => flat(10_000, 6000, 4).png({ compressionLevel: 1 }).toBuffer(),
      true,
    ],
    [
      'an interlaced PNG of 16 megapixels',
      () => flat(4000, 4000).png({ compressionLevel: 1, progressive: true }).toBuffer(),
      true,
    ],
    ['an interlaced PNG of 100 megapixels with 16 bits', () => claimingPng(10_000, 9999), false],
    ['a GIF of 12 megapixels', () => flat(4000, 3000).gif().toBuffer(), true],
  ])('never takes more than 200 MB: %s', async (_, make, accepted) => {
    const made = await makeSquares(await make(), { sizes: [700, 200], large: FEED_ARTWORK }).then(
      ({ memory }) => ({ accepted: true, memory }),
      (error: { code: string; detail: string; memory?: number }) => ({ accepted: false, ...error }),
    );
    expect(made).toMatchObject(accepted ? { accepted } : { accepted, code: 'image-costly' });
    if (accepted) expect(made.memory).toBeLessThan(200 * MB);
  });

  it('is opened at the same time as at most one other, for any number of users', async () => {
    const bytes = await readFile(await image({ width: 900, height: 900, format: 'png' }));
    const seen: number[] = [];
    const all = Promise.all(Array.from({ length: 6 }, () => makeSquares(bytes, { sizes: [200] })));
    expect(await during(all, () => seen.push(children('picture.mjs').length))).toHaveLength(6);
    expect(Math.max(...seen)).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(2);
  });

  it('is refused as busy, which can be retried, if it gets no slot in time', async () => {
    const turns = await Promise.all([
      waitForSlot('picture', 2, patient(60_000)),
      waitForSlot('picture', 2, patient(60_000)),
    ]);
    const bytes = await readFile(await image({ width: 50, height: 50, format: 'png' }));
    await expect(makeSquares(bytes, { sizes: [200] }, 0)).rejects.toMatchObject({ code: 'busy', isRetryable: true });
    for (const one of turns) await one?.release();
  });
});

describe('F9 a reader in JavaScript', () => {
  it.each<[string, (path: string) => Promise<unknown>]>([
    ['tags.mjs', (path) => readTags(path, 'audio/mpeg')],
    ['picture.mjs', async () => makeSquares(await flat(6000, 5000).jpeg({ progressive: true }).toBuffer())],
  ])(
    '%s runs in a process, an account and a network of its own, as far as the machine supports them',
    async (script, read) => {
      const folder = await newFolder();
      const path = await make(folder, 'a.mp3', MUSIC(1));
      const sandbox = await nodeSandbox();
      const [accounts, networks] = [new Set<number>(), new Set<string>()];
      // The reading may end before a busy machine looks at it, so try again.
      while (accounts.size === 0)
        await during(read(path), () => {
          for (const pid of children(script)) {
            const found = lookAt(pid);
            if (found === null) continue;
            accounts.add(found.account);
            networks.add(found.network);
          }
        });
      // Tags are read so quickly that a process which switches to its system account itself is rarely observed after
      // the switch.
      const isSeen = script === 'picture.mjs' || !mustDropPrivileges(sandbox.isolation);
      if (sandbox.ownAccount && isSeen) expect([...accounts].some((one) => DECODER_IDS.includes(one))).toBe(true);
      if (sandbox.isolation.kind !== 'none')
        expect([...networks].every((one) => one !== readlinkSync('/proc/self/ns/net'))).toBe(true);
      await rm(folder, { recursive: true });
    },
  );
});

/** The argument of a script that only runs as a trial (server/pipeline/ffmpeg/run/node-child.ts). */
const TRIAL = '-version';

/** Waits for some work. While it is running, calls `look` whenever this process is idle. */
async function during<T>(work: Promise<T>, look: () => void): Promise<T> {
  const state = { over: false };
  const over = (): void => void (state.over = true);
  work.then(over, over);
  while (!state.over) {
    look();
    await turn();
  }
  return work;
}

/** True if the process is a descendant of this one. Other programs and other tests read files, too. */
function isOurs(pid: number): boolean {
  for (let at = pid; at > 1;) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'latin1'))?.[1]);
    if (parent === process.pid) return true;
    at = parent;
  }
  return false;
}

/** Our processes that read a file with this script, without the trial runs that find out what the machine supports. */
function children(script: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
        if (words[0] !== process.execPath || words.includes(TRIAL)) return false;
        return words.some((word) => word.endsWith(`/child/${script}`)) && isOurs(pid);
      } catch {
        return false;
      }
    });
}

function lookAt(pid: number): { account: number; network: string } | null {
  try {
    const account = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return { account: Number(account), network: readlinkSync(`/proc/${pid}/ns/net`) };
  } catch {
    return null;
  }
}

describe('F6 an account that sends small files of large pictures', () => {
  let server: TestServer;
  let limited: TestServer;
  beforeAll(async () => {
    [server, limited] = await Promise.all([startTestServer(), startTestServer({ RATE_LIMIT_FACTOR: '1' })]);
  });
  afterAll(() => Promise.all([server.close(), limited.close()]));

  it('gets a refusal with a message for each, and the web process grows by less than 64 MB', async () => {
    const { client, me } = await server.signUp();
    const bytes = claimingPng(10_000, 9999);
    const send = () =>
      client.upload(
        '/api/upload/image',
        { name: 'a.png', bytes, field: 'image' },
        { imageType: 'profile', targetId: me.id },
      );
    await send();
    const before = process.memoryUsage.rss();
    let most = before;
    const answers = await during(Promise.all([send(), send(), send(), send()]), () => {
      most = Math.max(most, process.memoryUsage.rss());
    });
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        413,
        { message: COSTLY, errors: [{ field: 'image', code: 'image-costly', message: COSTLY }] },
      ]);
    expect(most - before).toBeLessThan(64 * MB);
  });

  it('can send only ten pictures a minute', async () => {
    const { client, me } = await limited.signUp();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const file = { name: 'a.png', bytes: Buffer.from('no picture'), field: 'image' };
      const { status } = await client.upload('/api/upload/image', file, { imageType: 'profile', targetId: me.id });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 415), 429]);
  });
});
