import { EventEmitter } from 'node:events';
import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';
import { sendPart } from './send-part.ts';

const PART = { start: 0, end: 99_999 };
const budget = createMemoryBudget();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-send-part-'));
});

/** A response whose end the test emits. */
class Answer extends EventEmitter {
  body: Buffer = Buffer.alloc(0);
  readonly raw = Object.assign(this, { writableFinished: false, destroyed: false });
  send(body: Buffer) {
    this.body = body;
  }
}

/** Starts to send a file filled with this byte. */
async function sending(value: number): Promise<Answer> {
  const path = join(folder, `${value}`);
  await writeFile(path, Buffer.alloc(100_000, value));
  const answer = new Answer();
  await sendPart(answer as unknown as FastifyReply, await open(path), PART, budget);
  return answer;
}

const holds = ({ body }: Answer, value: number) => expect(body.equals(Buffer.alloc(100_000, value))).toBe(true);

test('a buffer is reused once its response was sent, and not before', async () => {
  const first = await sending(1);
  const second = await sending(2);
  holds(first, 1);
  holds(second, 2);
  first.emit('finish');
  const third = await sending(3);
  expect(third.body.buffer).toBe(first.body.buffer);
  holds(second, 2);
  holds(third, 3);
});

test('the buffer of a response whose reader left is not reused, because the system may still read it', async () => {
  const left = await sending(4);
  left.emit('close');
  const next = await sending(5);
  expect(next.body.buffer).not.toBe(left.body.buffer);
  holds(left, 4);
});
