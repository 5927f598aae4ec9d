// Sends long parts of a file through one buffer for each answer, and by Node's read streams, in turn: processor time
// and memory. One program for each, so that neither has the other's memory.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OneBuffer } from '../server/listening/files/one-buffer.ts';
import { answersPerSecond } from './rate.ts';
import { line, median } from './ratio.ts';

const FILE = 64 * 1024 * 1024;
const PART = 10 * 1024 * 1024;
/** Bytes of a buffer, as in server/listening/files/send-part.ts. */
const AHEAD = 256 * 1024;
const SECONDS = 2;
const ROUNDS = 9;
const MICROSECONDS = 1e6;
const path = join(tmpdir(), 'sent');

/** Processor time (microseconds) so far, and the largest memory (kB). */
interface Spent {
  cpu: number;
  peak: number;
}

const [, , way] = process.argv;
await (way === undefined ? compare() : serve(way));

/** Sends parts in one way until the parent leaves; answers each message with the time and memory spent. */
async function serve(by: string): Promise<void> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0]);
    const part = { start, end: start + PART - 1 };
    const file = await open(path);
    response.writeHead(206, { 'content-length': PART });
    const stream =
      by === 'ours'
        ? new OneBuffer(file, part, response, AHEAD)
        : file.createReadStream({ ...part, highWaterMark: AHEAD });
    stream.once('error', () => response.destroy()).pipe(response);
    response.once('close', () => stream.destroy());
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, peak: process.resourceUsage().maxRSS } satisfies Spent);
  });
  process.once('disconnect', () => process.exit());
  process.send?.((server.address() as AddressInfo).port);
}

async function compare(): Promise<void> {
  await writeFile(path, Buffer.alloc(FILE, 7));
  const [ours, theirs] = [await start('ours'), await start('streams')];
  const rounds: { ours: Figures; theirs: Figures }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { ours: await ours.measure(), theirs: await theirs.measure() };
    if (round > 0) rounds.push(pair);
  }
  const all = (name: keyof Figures, of: 'ours' | 'theirs') => median(rounds.map((pair) => pair[of][name]));
  const ratio = (name: keyof Figures) => median(rounds.map((pair) => pair.ours[name] / pair.theirs[name]));
  const beside = (name: keyof Figures, unit: string, digits: number) =>
    `${all(name, 'ours').toFixed(digits)} against ${all(name, 'theirs').toFixed(digits)} ${unit}`;
  const holds = [
    line(
      'parts of 10 MB by one buffer: processor time',
      ratio('cpu'),
      { most: 0.95 },
      beside('cpu', 's for each GB', 2),
    ),
    line('parts of 10 MB by one buffer: largest memory', ratio('peak'), { most: 1 }, beside('peak', 'MB', 0)),
  ];
  await ours.stop();
  await theirs.stop();
  process.exitCode = holds.every(Boolean) ? 0 : 1;
}

interface Figures {
  /** Seconds of processor time for each GB. */
  cpu: number;
  /** The largest memory so far (MB). */
  peak: number;
}

async function start(by: 'ours' | 'streams'): Promise<{ measure: () => Promise<Figures>; stop: () => Promise<void> }> {
  const child = fork(import.meta.filename, [by]);
  const url = `http://127.0.0.1:${await told<number>(child)}/`;
  const spent = (): Promise<Spent> => {
    const answer = told<Spent>(child);
    child.send('spent');
    return answer;
  };
  const range = () => ({ range: `bytes=${Math.floor(Math.random() * (FILE - PART))}-` });
  return {
    measure: async () => {
      const before = await spent();
      const perSecond = await answersPerSecond(url, SECONDS, 206, range);
      const after = await spent();
      const bytes = perSecond * SECONDS * PART;
      return {
        cpu: (after.cpu - before.cpu) / MICROSECONDS / (bytes / 1e9),
        peak: after.peak / 1024,
      };
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** The child's next message. */
async function told<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}
