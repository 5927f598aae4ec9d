import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { until } from '../../testkit/until.ts';
import { type Loop, runLoops } from './loop.ts';

/** The rounds of one worker, oldest first. */
type Rounds = string[];

let databaseUrl: string;
let proxy: DatabaseProxy;
let running: { stop: AbortController; over: Promise<void> }[];
beforeEach(async () => {
  databaseUrl = await createTestDatabase();
  proxy = await openDatabaseProxy(databaseUrl);
  running = [];
});
afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.all(running.map(({ over }) => over));
  await proxy.close();
});

/** A worker of the same installation. */
function worker<Context>(loops: Loop<Context>[], context: Context, log: string[] = [], url = databaseUrl) {
  const stop = new AbortController();
  const lines = pino({}, { write: (line: string) => log.push(line) });
  const over = runLoops(loops, context, { databaseUrl: url, log: lines, stop: stop.signal });
  running.push({ stop, over });
  return { stop: () => stop.abort(), over };
}

const shared: Loop<Rounds> = {
  name: 'shared',
  everySeconds: 0.01,
  run: async (rounds) => void rounds.push('shared'),
};
const own: Loop<Rounds> = {
  name: 'own',
  everySeconds: 0.01,
  everywhere: true,
  run: async (rounds) => void rounds.push('own'),
};
const count = (rounds: Rounds, name: string) => rounds.filter((one) => one === name).length;

describe('loops', () => {
  it('d9 run in one of two workers, each round once; loops of every machine run in both', async () => {
    const [one, other]: [Rounds, Rounds] = [[], []];
    worker([shared, own], one);
    await until(() => expect(count(one, 'shared')).toBeGreaterThan(0));
    worker([shared, own], other);
    await until(() => expect(count(other, 'own')).toBeGreaterThan(20));
    expect(count(other, 'shared')).toBe(0);
    const before = count(one, 'shared');
    await until(() => expect(count(one, 'shared')).toBeGreaterThan(before + 5));
    expect(count(other, 'shared')).toBe(0);
  });

  it('d9 are shared by two workers, and no loop runs in both', async () => {
    const loops = Array.from({ length: 8 }, (_, at) => ({
      name: `loop ${at}`,
      everySeconds: 0.01,
      run: async (rounds: Rounds) => void rounds.push(`loop ${at}`),
    }));
    const [one, other]: [Rounds, Rounds] = [[], []];
    worker(loops, one);
    worker(loops, other);
    for (const { name } of loops) await until(() => expect(count(one, name) + count(other, name)).toBeGreaterThan(10));
    expect(loops.filter(({ name }) => one.includes(name) && other.includes(name))).toEqual([]);
  });

  it('d9 are taken over from a worker that stopped, and from one that lost the database', async () => {
    const [first, second, third]: Rounds[] = [[], [], []];
    const one = worker([shared], first ?? [], [], proxy.url);
    await until(() => expect(first).not.toEqual([]));
    worker([shared], second ?? [], [], proxy.url);
    one.stop();
    await one.over;
    await until(() => expect(second).not.toEqual([]));
    worker([shared], third ?? []);
    await proxy.away();
    await until(() => expect(third).not.toEqual([]));
    const done = second?.length;
    await proxy.back();
    const before = third?.length ?? 0;
    await until(() => expect(third?.length).toBeGreaterThan(before + 20));
    expect(second).toHaveLength(done ?? 0);
  });

  it('d9 finish all running rounds at a stop, and start no others', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const events: string[] = [];
    const slow = (at: number): Loop<null> => ({
      name: `slow ${at}`,
      everySeconds: 0.01,
      async run() {
        events.push(`${at} begins`);
        await gates[at]?.promise;
        events.push(`${at} ends`);
      },
    });
    const { stop, over } = worker([slow(0), slow(1)], null);
    void over.then(() => events.push('over'));
    await until(() => expect(events).toHaveLength(2));
    stop();
    for (const [at, gate] of gates.entries()) {
      await new Promise((done) => setImmediate(done));
      gate.resolve();
      await until(() => expect(events).toContain(`${at} ends`));
    }
    await over;
    expect(events.toSorted()).toEqual(['0 begins', '0 ends', '1 begins', '1 ends', 'over']);
    expect(events.slice(2)).toEqual(['0 ends', '1 ends', 'over']);
  });

  it('pass the stop signal to each round', async () => {
    const stops: (boolean | undefined)[] = [];
    const { stop, over } = worker(
      [
        {
          name: 'long',
          everySeconds: 0.01,
          run: (_context: null, signal) =>
            new Promise<void>((done) => {
              stops.push(signal?.aborted);
              signal?.addEventListener('abort', () => done());
            }),
        },
      ],
      null,
    );
    await until(() => expect(stops).toEqual([false]));
    stop();
    await over;
    expect(stops).toEqual([false]);
  });

  it('continue after a failed round, and log the failure', async () => {
    const log: string[] = [];
    let rounds = 0;
    const failing: Loop<null> = {
      name: 'failing',
      everySeconds: 0.01,
      async run() {
        rounds += 1;
        if (rounds === 1) throw new Error('This round failed.');
      },
    };
    worker([failing], null, log);
    await until(() => expect(rounds).toBeGreaterThan(2));
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, loop: 'failing', msg: 'a round failed', err: { message: 'This round failed.' } },
    ]);
  });
});
