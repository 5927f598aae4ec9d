import { describe, expect, it } from 'vitest';
import { type Task, dependency, runAll } from './run-all.ts';

const never = new AbortController().signal;

describe('runAll', () => {
  it('runs all tasks, and never more at once than the limit', async () => {
    let now = 0;
    let most = 0;
    let done = 0;
    const task: Task = async () => {
      most = Math.max(most, (now += 1));
      await new Promise(setImmediate);
      now -= 1;
      done += 1;
    };
    await runAll(never, 2, [task, task, task, task, task]);
    expect({ most, done }).toEqual({ most: 2, done: 5 });
  });

  it('stops the others at the first failure, starts no more, and rejects with that failure', async () => {
    const seen: string[] = [];
    const untilStopped: Task = (signal) =>
      new Promise((_, fail) =>
        signal.addEventListener('abort', () => {
          seen.push('stopped');
          fail(new Error('stopped'));
        }),
      );
    const failing: Task = async () => Promise.reject(new Error('damaged'));
    const late: Task = async () => void seen.push('late');
    await expect(runAll(never, 2, [untilStopped, failing, late])).rejects.toThrow('damaged');
    expect(seen).toEqual(['stopped']);
  });

  it('passes the caller’s abort on to the tasks', async () => {
    const whole = new AbortController();
    const waiting: Task = (signal) =>
      new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))));
    const ended = runAll(whole.signal, 1, [waiting]);
    whole.abort();
    await expect(ended).rejects.toThrow('aborted');
  });
});

describe('the result of another task', () => {
  it('is waited for, but not when that task has failed', async () => {
    const made = Promise.withResolvers<number>();
    let got = 0;
    await runAll(never, 2, [
      async (signal) => void (got = await dependency(signal, made.promise)),
      async () => made.resolve(7),
    ]);
    expect(got).toBe(7);
    const nothing = Promise.withResolvers<number>();
    const waiting: Task = async (signal) => void (await dependency(signal, nothing.promise));
    const failing: Task = async () => Promise.reject(new Error('damaged'));
    await expect(runAll(never, 2, [waiting, failing])).rejects.toThrow('damaged');
    await expect(dependency(AbortSignal.abort(), nothing.promise)).rejects.toMatchObject({ code: 'aborted' });
  });
});
