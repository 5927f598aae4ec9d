import type { health as healthEndpoint } from '@scoville/contract/health.ts';
import type { Reply } from '@scoville/contract/endpoint.ts';
import type { App } from '../app-context.ts';
import { runChecks, secretsOf } from './check.ts';
import { installationChecks } from './checks.ts';
import { findQueues } from './queue.queries.ts';
import { findWorkers } from './workers.queries.ts';

/** Milliseconds that a part may take; a screen waits no longer. */
const PATIENCE = 3000;
/** Milliseconds for which an answer serves all who ask. */
const KEPT = 10_000;

type Health = Reply<typeof healthEndpoint>;

/** How the installation is. Looked at once for all who ask at the same time, and for some seconds after. */
export function cacheHealth(app: App, kept = KEPT): () => Promise<Health> {
  let last: { until: number; answer: Promise<Health> } | null = null;
  return () => {
    if (last === null || last.until < Date.now()) {
      const answer = look(app);
      last = { until: Date.now() + kept, answer };
      // Who comes after a failure asks anew.
      answer.catch(() => (last = null));
    }
    return last.answer;
  };
}

async function look(app: App): Promise<Health> {
  const { db, env, storage } = app;
  const checks = installationChecks(env, { db, openStorage: () => Promise.resolve(storage) });
  const [findings, queues, workers] = await Promise.all([
    runChecks(checks, { patience: PATIENCE, secrets: secretsOf(env) }),
    findQueues(db),
    findWorkers(db),
  ]);
  return {
    checkedOn: new Date().toISOString(),
    findings,
    queues: queues ?? [],
    workers: workers.map(({ id, machine, started_at, seen_at, silent, findings: own }) => ({
      id,
      machine,
      startedOn: started_at.toISOString(),
      seenOn: seen_at.toISOString(),
      silent,
      findings: own,
    })),
  };
}
