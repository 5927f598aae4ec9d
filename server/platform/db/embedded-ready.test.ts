import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { waitUntilReady } from './embedded-ready.ts';

/** PostgreSQL's answer during a recovery. */
const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
const STARTING_UP = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.of(fields.length + 4), Buffer.from(fields)]);
const startsUp = (client: Socket) => void client.once('data', () => client.end(STARTING_UP));

/** The tries are 50 ms apart, so this number of tries takes much longer than PATIENCE (milliseconds). */
const PATIENCE = 200;
const MANY_TRIES = 20;

let proxy: DatabaseProxy;
/** Simulates the server's process. */
let server: ChildProcess;
let output: string[];
let lines: string[];
beforeEach(async () => {
  proxy = await openDatabaseProxy(await createTestDatabase({ migrated: false }));
  server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  [output, lines] = [[], []];
});
afterEach(async () => {
  server.kill('SIGKILL');
  await proxy.close();
});

const ready = (stop?: AbortSignal) =>
  waitUntilReady({ server, url: proxy.url, output, log: (line) => lines.push(line), patience: PATIENCE, stop });

describe('the start of the embedded PostgreSQL', () => {
  it('waits for a recovery of any duration, logs it once, and logs its progress', async () => {
    let tries = 0;
    proxy.answer((client) => {
      startsUp(client);
      tries += 1;
      if (tries === 2) output.push('2026 UTC [7] LOG:  redo in progress, elapsed time: 60.00 s, current LSN: 0/1\n');
      if (tries === 9) output.push('2026 UTC [7] LOG:  redo in progress, elapsed time: 120.00 s, current LSN: 0/2\n');
      if (tries === MANY_TRIES) proxy.answer(null);
    });
    await ready();
    expect(tries).toBe(MANY_TRIES);
    expect(lines).toEqual([
      'The database was cut off and is recovering, which may take minutes. The start goes on when that is done.',
      'The database is recovering: redo in progress, elapsed time: 60.00 s, current LSN: 0/1',
      'The database is recovering: redo in progress, elapsed time: 120.00 s, current LSN: 0/2',
    ]);
  });

  it('gives up on a server that doesn’t answer at all', async () => {
    let tries = 0;
    proxy.answer((client) => {
      tries += 1;
      client.destroy();
    });
    await expect(ready()).rejects.toThrow('The database server does not answer: it said nothing.');
    expect(tries).toBeGreaterThan(1);
    expect(lines).toEqual([]);
  });

  it('fails with the last output if the process ends during its recovery', async () => {
    const ended = once(server, 'exit');
    output.push('FATAL:  could not locate a valid checkpoint record\n');
    let tries = 0;
    proxy.answer((client) => {
      startsUp(client);
      tries += 1;
      if (tries === 3) server.kill('SIGKILL');
    });
    await expect(ready()).rejects.toThrow(
      'The database server did not start: FATAL:  could not locate a valid checkpoint record',
    );
    await ended;
  });

  it('stops waiting for a recovery when it is aborted', async () => {
    const stop = new AbortController();
    const why = new Error('Stopping.');
    let tries = 0;
    proxy.answer((client) => {
      startsUp(client);
      tries += 1;
      if (tries === 3) stop.abort(why);
    });
    await expect(ready(stop.signal)).rejects.toBe(why);
  });
});
