import { PgBoss } from 'pg-boss';
import { type Db, type Pool, connect } from '../db/connection.ts';
import type { Logger } from '../log.ts';
import type { AnyJob, Job } from './job.ts';

interface Enqueue {
  /** Jobs with a higher number run first. */
  priority?: number;
  /** Delay in seconds. */
  startAfter?: number;
  /** The group of the job. If the kind of job has `ofOneGroup`, it limits how many jobs of a group run at a time. */
  group?: string;
}

/** The interface to the queue, which has a schema of its own in the product's database. */
export interface Queue {
  boss: PgBoss;
  /** Enqueues a job in the caller's transaction, so that the job exists if and only if the transaction commits. */
  enqueue<Payload>(tx: Db, job: Job<Payload>, payload: Payload, options?: Enqueue): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds without a heartbeat of the worker after which its job is given to another one. */
const HEARTBEAT_SECONDS = 20;

/** Seconds for which a job is kept after its end, so that its outcome can be looked up. */
const KEEP_SECONDS = 7 * 86_400;

/**
 * Opens the queue and creates the queues of all kinds of jobs.
 * @param role a worker also detects dead workers and runs schedules; a web process only enqueues
 */
export async function openQueue(
  databaseUrl: string,
  jobs: readonly AnyJob[],
  role: 'web' | 'worker',
  log: Logger,
): Promise<Queue> {
  const works = role === 'worker';
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: `scoville-${role}-jobs`,
    max: works ? 4 : 2,
    supervise: works,
    schedule: works,
    // Jobs start at their commit, because the database notifies the queue. The queue also polls, for delayed jobs and
    // for times without a listening connection.
    useListenNotify: works,
    // Half of the heartbeat, so that a dead worker's job is taken over within the promised minute.
    superviseIntervalSeconds: 10,
    migrate: true,
  });
  const listening = works ? connect(databaseUrl, { name: 'scoville-worker-listens', max: 1 }) : null;
  if (listening !== null) listenThrough(boss, listening);
  boss.on('error', (error) => log.error({ err: error }, 'the queue had an error'));
  // The log gets only the message of a warning, because warnings about slow queries include their values.
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue warns'));
  try {
    await boss.start();
    for (const { name, options } of jobs) {
      const settings = {
        retryLimit: options.retryLimit ?? 3,
        retryDelay: options.retryDelay ?? 5,
        retryBackoff: true,
        expireInSeconds: options.expireInSeconds ?? 300,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: options.keepSeconds ?? KEEP_SECONDS,
        notify: true,
      };
      await boss.createQueue(name, settings);
      await boss.updateQueue(name, settings);
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    await listening?.end();
    throw error;
  }
  return {
    boss,
    async enqueue(tx, job, payload, { group, ...options } = {}) {
      await boss.send(job.name, payload as object, {
        ...options,
        ...(group !== undefined && { group: { id: group } }),
        db: {
          // Makes pg-boss use the caller's transaction instead of its own pool. Unprepared, because its query texts
          // differ from call to call.
          executeSql: async (text: string, values: unknown[] = []) => ({
            rows: [...(await tx.unsafe(text, values as never[], { prepare: false }))],
          }),
        },
      });
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 20_000 });
      await listening?.end({ timeout: 5 });
    },
  };
}

/**
 * Makes pg-boss listen with our driver. Its own listening client removes its error handlers before it ends the
 * connection. If the database ends the connection at the same moment, the error has no handler and ends the process.
 */
function listenThrough(boss: PgBoss, db: Pool): void {
  boss.getDb().listen = async (channel, onNotification, onReconnect) => {
    const { unlisten } = await db.listen(channel, onNotification, onReconnect);
    return { close: unlisten };
  };
}
