// One free account sends four pictures at once that are small as files and 800 MB as pixels: how much the web process
// and its child processes grow, and how fast others get responses in the meantime, ten times a second.
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller, startProduct } from '../scripts/product.ts';
import { runningFile } from '../server/frame/supervisor/running.ts';
import { interlacedPng } from '../fixtures/png.ts';
import { line, median, timed } from './ratio.ts';

const PICTURES = 4;
const SIDE = { width: 10_000, height: 9999 };

/** Resident memory in MB (proc(5), VmRSS) of a process, and of its largest descendant. */
async function resident(pid: number): Promise<{ own: number; child: number }> {
  const memory = new Map<number, { parent: number; size: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    memory.set(Number(name), { parent: field('PPid'), size: field('VmRSS') / 1024 });
  }
  const isBelow = (one: number): boolean => {
    for (let at = memory.get(one)?.parent ?? 0; at > 1; at = memory.get(at)?.parent ?? 0) if (at === pid) return true;
    return false;
  };
  const below = [...memory].filter(([one]) => isBelow(one)).map(([, { size }]) => size);
  return { own: memory.get(pid)?.size ?? 0, child: Math.max(0, ...below) };
}

const product = await startProduct({ ROLE: 'web' });
const bytes = await interlacedPng(SIDE.width, SIDE.height);
const attacker = new Caller(product.url);
const id = await attacker.signUp('pictures@example.org');
const running = JSON.parse(await readFile(runningFile(product.dataDir), 'utf8')) as {
  name: string;
  pid: number;
}[];
const web = running.find(({ name }) => name === 'web')?.pid ?? 0;

const send = () => {
  const form = new FormData();
  form.set('imageType', 'profile');
  form.set('targetId', id);
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  return attacker.call('POST', '/api/upload/image', form);
};
const timeRequest = () => timed(() => fetch(`${product.url}/api/settings`).then((answer) => answer.text()));
const at99 = (figures: readonly number[]) =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * 0.99) - 1] ?? 0;

/** Response times of others, ten times a second, until `work` is over, and for at least two seconds. */
async function answersDuring<T>(
  work: Promise<T>,
): Promise<{ result: T; answers: number[]; own: number; child: number }> {
  const state = { over: false };
  void work.finally(() => (state.over = true)).catch(() => {});
  const answers: Promise<number>[] = [];
  let [own, child] = [0, 0];
  while (!state.over || answers.length < 20) {
    answers.push(timeRequest());
    const [now] = await Promise.all([resident(web), wait(100)]);
    own = Math.max(own, now.own);
    child = Math.max(child, now.child);
  }
  return { result: await work, answers: await Promise.all(answers), own, child };
}

for (let round = 0; round < 50; round += 1) await timeRequest();
const before = await answersDuring(Promise.resolve());
const started = performance.now();
let took = 0;
const during = await answersDuring(
  Promise.all(Array.from({ length: PICTURES }, send)).finally(() => (took = performance.now() - started)),
);
console.log(
  `  ${PICTURES} pictures of ${Math.round(bytes.length / 1000)} kB: answered ${during.result.map(({ status }) => status).join(', ')} after ${Math.round(took)} ms`,
);
console.log(`  the web process: ${Math.round(before.own)} MB before, ${Math.round(during.own)} MB at the most`);
console.log(
  `  others' answers before: median ${Math.round(median(before.answers))} ms, 99 % within ${Math.round(at99(before.answers))} ms`,
);
const held = [
  line('MB that the web process grows by', during.own - before.own, { most: 64 }),
  line('MB that a picture takes', during.child, { most: 200 }),
  line("ms of others' answers, median", median(during.answers), { most: 250 }),
  line("ms of others' answers, 99 %", at99(during.answers), { most: 1000 }),
];
await product.stop();
process.exit(held.every(Boolean) ? 0 : 1);
