import type { health as healthEndpoint } from '@scoville/contract/frame/health.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { App } from '../../platform/app-context.ts';
import { type Check, runChecks, secretsOf } from './check.ts';
import { installationChecks } from './checks.ts';
import { findQueues } from './queue.queries.ts';
import { findWorkers } from './workers.queries.ts';

/** Milliseconds that a part may take; the health screen waits no longer. */
const PATIENCE = 3000;
/** Milliseconds for which a result is shared by all callers. */
const KEPT = 10_000;
/** The same for costly checks, because a mail server would block a client that signs in every ten seconds. */
const COSTLY_KEPT = 5 * 60_000;

type Health = Reply<typeof healthEndpoint>;

interface Keeping {
  kept?: number;
  /** The same for costly checks. */
  costlyKept?: number;
  now?: () => number;
}

/**
 * Returns a function for the installation's health. One run of the checks serves all callers for some seconds, and one
 * of the costly checks for some minutes.
 */
export function cacheHealth(
  app: App,
  { kept = KEPT, costlyKept = COSTLY_KEPT, now = Date.now }: Keeping = {},
): () => Promise<Health> {
  const { db, env, storage } = app;
  const checks = installationChecks(env, { db, openStorage: () => Promise.resolve(storage) });
  const order = checks.map(({ part }) => part);
  const run = async (some: readonly Check[], checkedOn: string) => {
    const findings = await runChecks(some, { patience: PATIENCE, secrets: secretsOf(env) });
    return findings.map((finding) => ({ ...finding, checkedOn }));
  };
  const costly = cacheFor(
    () =>
      run(
        checks.filter(({ isCostly }) => isCostly),
        new Date(now()).toISOString(),
      ),
    costlyKept,
    now,
  );
  const look = async (): Promise<Health> => {
    const checkedOn = new Date(now()).toISOString();
    const [own, others, queues, workers] = await Promise.all([
      run(
        checks.filter(({ isCostly }) => !isCostly),
        checkedOn,
      ),
      costly(),
      findQueues(db),
      findWorkers(db),
    ]);
    return {
      checkedOn,
      findings: [...own, ...others].toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part)),
      queues: queues ?? [],
      workers: workers.map(({ id, machine, started_at, seen_at, silent, findings }) => ({
        id,
        machine,
        startedOn: started_at.toISOString(),
        seenOn: seen_at.toISOString(),
        silent,
        findings,
      })),
    };
  };
  return cacheFor(look, kept, now);
}

/** Caches the result of `ask` for a time (ms), for all callers. A failure isn't cached. */
function cacheFor<Answer>(ask: () => Promise<Answer>, kept: number, now: () => number): () => Promise<Answer> {
  let last: { until: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (last === null || last.until < now()) {
      const answer = ask();
      last = { until: now() + kept, answer };
      answer.catch(() => (last = null));
    }
    return last.answer;
  };
}
