import { PgBoss } from 'pg-boss';
import { type Db, type Pool, connect } from '../db/connection.ts';
import type { Logger } from '../log.ts';
import type { AnyJob, Job } from './job.ts';

interface Enqueue {
  /** Higher goes first. */
  priority?: number;
  /** Seconds from now. */
  startAfter?: number;
  /** The group of the job, for kinds of jobs that limit how many of one group run at a time (`ofOneGroup`). */
  group?: string;
}

/** The door to the queue. It lives in the product's own database, in a schema of its own. */
export interface Queue {
  boss: PgBoss;
  /** Puts a job into the queue in the caller's transaction: it exists if and only if the reason for it does. */
  enqueue<Payload>(tx: Db, job: Job<Payload>, payload: Payload, options?: Enqueue): Promise<void>;
  stop(): Promise<void>;
}

/** A job whose worker is silent this long (seconds) is given to another. */
const HEARTBEAT_SECONDS = 20;

/** A job is kept this long after its end, for whoever looks for what became of it. */
const KEEP_SECONDS = 7 * 86_400;

/**
 * Opens the queue and makes sure that each kind of job has its place.
 * @param role the worker also watches for dead workers and keeps the clock; a web process only sends
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
    // A job is taken up at its commit; looking into the queue is for what is due later, and for when nobody could listen.
    useListenNotify: works,
    // Half of the heartbeat, so that a dead worker's job is taken over within the minute that we promise.
    superviseIntervalSeconds: 10,
    migrate: true,
  });
  const listening = works ? connect(databaseUrl, { name: 'scoville-worker-listens', max: 1 }) : null;
  if (listening !== null) listenThrough(boss, listening);
  boss.on('error', (error) => log.error({ err: error }, 'the queue had an error'));
  // Its words alone: with a slow query come its values.
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
          // pg-boss keeps to its own pool otherwise; unprepared, because its texts differ from call to call.
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
 * Has pg-boss listen through our driver. Its own listening client drops its error handlers before it ends the
 * connection: when the database ends it at the same moment, the error has no handler and ends the process.
 */
function listenThrough(boss: PgBoss, db: Pool): void {
  boss.getDb().listen = async (channel, onNotification, onReconnect) => {
    const { unlisten } = await db.listen(channel, onNotification, onReconnect);
    return { close: unlisten };
  };
}
