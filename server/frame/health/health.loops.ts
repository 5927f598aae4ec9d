import { hostname } from 'node:os';
import type { App } from '../../platform/app-context.ts';
import { newId } from '../../platform/ids.ts';
import type { Loop } from '../../platform/jobs/loop.ts';
import { runChecks, secretsOf } from './check.ts';
import { machineChecks } from './checks.ts';
import { markAlive, removeWorker, saveFindings } from './workers.queries.ts';

/** The id of this process in the list of workers. */
const WORKER = newId();

/** Each worker records that it is alive. */
export const heartbeatLoop: Loop<App> = {
  name: 'heartbeat',
  everySeconds: 15,
  everywhere: true,
  run: ({ db }) => markAlive(db, WORKER, hostname()),
};

/**
 * Each worker reports its machine's state to the administrators, mainly that of ffmpeg, which web processes may not
 * have.
 */
export const examineMachineLoop: Loop<App> = {
  name: 'examine-machine',
  everySeconds: 900,
  everywhere: true,
  run: async ({ db, env }) => {
    await markAlive(db, WORKER, hostname());
    const findings = await runChecks(machineChecks(env), { patience: 15_000, secrets: secretsOf(env) });
    await saveFindings(db, WORKER, findings);
  },
};

/** Removes a worker that stops on purpose, so that it isn't reported as missing. */
export const endHeartbeat = ({ db }: Pick<App, 'db'>): Promise<void> => removeWorker(db, WORKER);
