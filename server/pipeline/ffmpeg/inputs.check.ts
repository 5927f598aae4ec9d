// Runs every song, video, image and bad file of a folder with a manifest.json through the engine, and reports each
// result that differs from `expected`: `node server/pipeline/ffmpeg/inputs.check.ts <folder> [id...]`.
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { makeSquares } from './renditions/make-squares.ts';
import { ProcessingError } from './processing-error.ts';
import { processFile } from './process.ts';
import { HEAD_BYTES, sniff } from './inspect/sniff.ts';
import { type Tools, findTools } from './run/tools.ts';

const Manifest = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      path: z.string(),
      upload_as: z.string().optional(),
      expected: z.enum(['accept_song', 'accept_video', 'accept_image', 'reject_clear_error', 'either']),
      reason: z.string(),
      ffprobe: z.object({ duration: z.number().nullish() }).nullish(),
    }),
  ),
});
type Item = z.infer<typeof Manifest>['items'][number];

interface Outcome {
  got: 'song' | 'video' | 'image' | 'rejected' | 'crashed';
  detail: string;
  duration: number | null;
}

const CANARY_PORT = 18_099;
const SLOW_MS = 120_000;
const workDirs = join(tmpdir(), 'inputs-check-');

async function throughImages(path: string): Promise<Outcome> {
  const { squares, colour, width, height } = await makeSquares({ path });
  const sizes = squares.map(({ size, jpeg, webp }) => `${size}:${jpeg.length}/${webp.length}`);
  return { got: 'image', detail: `${width}x${height} ${colour} ${sizes.join(' ')}`, duration: null };
}

async function throughProcess(tools: Tools, path: string): Promise<Outcome> {
  const workDir = await mkdtemp(workDirs);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (sniff(buffer.subarray(0, bytesRead), size) === null && size > 0)
      throw new ProcessingError('not-media', 'refused by its first bytes');
    const result = await processFile({
      tools,
      input: path,
      workDir,
      signal: AbortSignal.timeout(SLOW_MS * 5),
      threads: 2,
      onStage: () => {},
      onPlayable: async () => {},
    });
    const sizes = result.outputs.map(({ name, width }) => (width === null ? name : `${name}@${width}`));
    const summary = `${result.width ?? '-'}x${result.height ?? '-'} ${result.duration.toFixed(3)} s, ${sizes.join(' ')}`;
    const problem = result.tagsProblem === null ? '' : ` (tags: ${result.tagsProblem})`;
    return { got: result.kind, detail: summary + problem, duration: result.duration };
  } finally {
    await file.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

async function outcomeOf(tools: Tools, item: Item, path: string): Promise<Outcome> {
  try {
    return item.upload_as === 'image' ? await throughImages(path) : await throughProcess(tools, path);
  } catch (error) {
    if (error instanceof ProcessingError && !error.isRetryable)
      return { got: 'rejected', detail: `${error.code}: ${error.detail.slice(0, 160)}`, duration: null };
    const detail = error instanceof ProcessingError ? `${error.code}: ${error.detail}` : String(error);
    return { got: 'crashed', detail, duration: null };
  }
}

const WANTED = {
  accept_song: ['song'],
  accept_video: ['video'],
  accept_image: ['image'],
  reject_clear_error: ['rejected'],
  either: ['song', 'video', 'image', 'rejected'],
} as const;

function agrees(item: Item, { got, duration }: Outcome): boolean {
  if (!(WANTED[item.expected] as readonly string[]).includes(got)) return false;
  const expected = item.ffprobe?.duration;
  const exact = item.expected === 'accept_song' || item.expected === 'accept_video';
  return (
    !exact || duration === null || expected === null || expected === undefined || Math.abs(duration - expected) <= 1
  );
}

const [folder, ...ids] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node server/pipeline/ffmpeg/inputs.check.ts <folder> [id...]');
  process.exit(2);
}
const { items } = Manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
const chosen = items.filter(
  ({ id, category }) =>
    ['songs', 'videos', 'images', 'bad'].includes(category) && (ids.length === 0 || ids.includes(id)),
);
const tools = await findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' });
let calls = 0;
const canary = createServer((_, reply) => {
  calls += 1;
  reply.end();
})
  .on('error', (error) => console.log(`nobody listens for calls: ${error.message}`))
  .listen(CANARY_PORT, '127.0.0.1');
let mismatches = 0;
for (const item of chosen) {
  const start = performance.now();
  const outcome = await outcomeOf(tools, item, join(folder, item.path));
  const took = Math.round(performance.now() - start);
  const good = agrees(item, outcome) && took < SLOW_MS && calls === 0;
  if (!good) mismatches += 1;
  console.log(
    `${good ? 'ok      ' : 'MISMATCH'} ${item.id} ${item.expected} -> ${outcome.got} ${took} ms ${outcome.detail.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
  );
}
canary.close();
console.log(`${chosen.length} files, ${mismatches} mismatches, ${calls} calls to the canary`);
process.exitCode = mismatches === 0 ? 0 : 1;
