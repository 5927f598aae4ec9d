import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Caller, Json } from '../product.ts';
import type { Checked } from './recipes.ts';
import { findFaults } from './refusals.ts';

/** The expected result for a file. */
interface Right {
  type: 'song' | 'video';
  /** Seconds, with a tolerance of half a second. */
  length?: number;
  title?: string | RegExp;
  /** A tag of the media; programs write genres into files, which become tags. */
  tag?: string;
  /**
   * The colour in the middle of the artwork or poster: red, green and blue from 0 to 255, each with a tolerance of 24.
   */
  picture?: [number, number, number];
  /** Width and height of the largest rendition. */
  largest?: [number, number];
}

const BLUE: [number, number, number] = [0, 0, 255];
const RIGHT: Record<string, Right> = {
  'joined-mono.mp3': { type: 'song', length: 6 },
  'chained-mono.ogg': { type: 'song', length: 6 },
  'size-changes.webm': { type: 'video', length: 40, largest: [320, 180] },
  'size-stays.webm': { type: 'video', length: 40 },
  'slides.mp4': { type: 'video', length: 20 },
  'slides-silent.mp4': { type: 'video', length: 20 },
  'bw64.wav': { type: 'song', length: 1.5 },
  'two-covers.mp3': { type: 'song', picture: BLUE },
  'zwj.mp3': { type: 'song', title: /\u200d/ },
  'persian.mp3': { type: 'song', title: /\u200c/ },
  'itunes-apic.mp3': { type: 'song', picture: BLUE, tag: 'Jazz' },
  'unsync23.mp3': { type: 'song', title: 'Ünsync' },
  'multi.mp3': { type: 'song', title: /^Two Titles/ },
  'utf16-term.mp3': { type: 'song', title: 'Night' },
  'col-2020sdr-360.mp4': { type: 'video', picture: [236, 0, 5] },
};

/** Uploads the files of `faults/`, and returns their ids by name. A refused upload is reported as a fault. */
export async function sendFaultFiles(
  folder: string,
  caller: Caller,
): Promise<{ sent: Map<string, string>; checked: Checked[] }> {
  const sent = new Map<string, string>();
  const checked: Checked[] = [];
  for (const name of Object.keys(RIGHT)) {
    const form = new FormData();
    form.set('file', new Blob([await readFile(join(folder, 'faults', name))]), name);
    const answer = await caller.call('POST', '/api/upload', form);
    if (answer.status === 202) sent.set(name, answer.body.media.id);
    else checked.push([`faults/${name}`, [...findFaults(answer), `refused: ${answer.text.slice(0, 200)}`]]);
  }
  return { sent, checked };
}

/** Compares the result for the file `name` with the expected one. `media` is null if processing never ended. */
export async function checkFaultFile(name: string, media: Json | null, caller: Caller): Promise<Checked> {
  const right = RIGHT[name];
  if (right === undefined || media === null) return [`faults/${name}`, ['is stuck']];
  if (media.status !== 'complete') return [`faults/${name}`, [`failed: ${media.error?.message}`]];
  const faults: string[] = [];
  const { mediaType, length, title, tags, sources } = media;
  if (mediaType !== right.type) faults.push(`is a ${mediaType}, not a ${right.type}`);
  if (right.length !== undefined && Math.abs(length - right.length) > 0.5)
    faults.push(`lasts ${length} s, not ${right.length} s`);
  if (right.title !== undefined && !(right.title instanceof RegExp ? right.title.test(title) : title === right.title))
    faults.push(`is called ${JSON.stringify(title)}`);
  if (right.tag !== undefined && !tags.some((one: Json) => one.text === right.tag))
    faults.push(`has the tags ${JSON.stringify(tags)}`);
  if (right.largest !== undefined) {
    const sizes: [number, number][] = sources.map((one: Json) => [one.width ?? 0, one.height ?? 0]);
    if (!sizes.some(([width, height]) => width === right.largest?.[0] && height === right.largest[1]))
      faults.push(`has the sizes ${JSON.stringify(sizes)}`);
  }
  if (right.picture !== undefined) {
    const colour = await middleOf(mediaType === 'song' ? media.artwork?.jpeg700 : media.poster, caller);
    if (!colour?.every((one, n) => Math.abs(one - (right.picture?.[n] ?? 0)) <= 24))
      faults.push(`shows the colour ${String(colour)}`);
  }
  return [`faults/${name}`, faults];
}

async function middleOf(address: string | undefined | null, caller: Caller): Promise<number[] | null> {
  if (!address) return null;
  const answer = await fetch(new URL(address, caller.url), { headers: { cookie: caller.cookie } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { data } = await sharp(bytes)
    .removeAlpha()
    .resize(3, 3, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(12, 15)];
}
