import type { App } from '../app-context.ts';
import { findMailState } from './mail.queries.ts';
import { findQueues } from './queue.queries.ts';
import { findWorkers } from './workers.queries.ts';

/**
 * Has a worker tell how queue, outbox and workers stand. Every worker tells the same of the whole installation: who charts
 * it takes the largest, and not the sum.
 */
export function observeInstallation({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  if (!metrics.isOn) return;
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
