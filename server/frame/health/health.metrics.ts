import type { HealthFinding } from '@scoville/contract/frame/health.ts';
import type { App } from '../../platform/app-context.ts';
import { findConnections, findDatabase } from './database.queries.ts';
import { cacheHealth } from './cached-health.ts';
import { findMailState } from './mail.queries.ts';
import { findQueues } from './queue.queries.ts';
import { findWorkers } from './workers.queries.ts';

/** Milliseconds for which results are cached, because some checks send requests to other services. */
const KEPT = 5 * 60_000;
const LEVELS = { ok: 0, warn: 1, fail: 2 } as const;

/**
 * Exports the state of each part of the installation, and figures of the database, store, queue, outbox and workers.
 * Every worker reports the same values of the whole installation, so charts must use the maximum, not the sum.
 */
export function observeInstallation(app: App, kept = KEPT): void {
  const { db, metrics, storage } = app;
  if (!metrics.isOn) return;
  const health = cacheHealth(app, { kept, costlyKept: kept });
  metrics.observe('scoville.health', async () => {
    const { findings, workers } = await health();
    return worstByPart([...findings, ...workers.flatMap(({ findings: own }) => own)]);
  });
  metrics.observe('scoville.database.size', async () => [{ value: Number((await findDatabase(db)).size) }]);
  metrics.observe('scoville.database.connections', async () => [{ value: (await findConnections(db)).used }]);
  metrics.observe('scoville.storage.free', async () => {
    const free = await storage.free();
    return free === null ? [] : [{ value: free }];
  });
  const queues = async () => (await findQueues(db)) ?? [];
  const mail = async () => (await findMailState(db)) ?? { waiting: 0, failed: 0 };
  const ofQueues = (of: 'waiting' | 'active' | 'failed') => async () =>
    (await queues()).map((queue) => ({ value: queue[of], attributes: { 'job.name': queue.name } }));
  metrics.observe('scoville.queue.waiting', ofQueues('waiting'));
  metrics.observe('scoville.queue.active', ofQueues('active'));
  metrics.observe('scoville.queue.failed', ofQueues('failed'));
  metrics.observe('scoville.queue.oldest', async () =>
    (await queues()).map(({ name, oldestSeconds }) => ({
      value: oldestSeconds ?? 0,
      attributes: { 'job.name': name },
    })),
  );
  metrics.observe('scoville.mail.waiting', async () => [{ value: (await mail()).waiting }]);
  metrics.observe('scoville.mail.failed', async () => [{ value: (await mail()).failed }]);
  metrics.observe('scoville.workers', async () => [
    { value: (await findWorkers(db)).filter(({ silent }) => !silent).length },
  ]);
}

/** The worst finding of each part, as a number. */
function worstByPart(findings: readonly HealthFinding[]) {
  const worst = new Map<string, number>();
  for (const { part, level } of findings) worst.set(part, Math.max(worst.get(part) ?? 0, LEVELS[level]));
  return [...worst].map(([part, value]) => ({ value, attributes: { 'health.part': part } }));
}
