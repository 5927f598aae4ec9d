import type { Env } from './env.ts';
import type { Pool } from './db/connection.ts';
import type { Sealer } from './db/sealer.ts';
import type { Cursors } from './http/cursor.ts';
import type { Limits } from './http/limits.ts';
import type { Listeners } from './http/listeners.ts';
import type { PublicCache } from './http/public-cache.ts';
import type { Work } from './http/work.ts';
import type { Queue } from './jobs/queue.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Domains } from './ports.ts';
import type { Signer } from './storage/signing.ts';
import type { Storage } from './storage/storage.ts';

/** The state that every process has, and that handlers receive. Nothing in it depends on a domain. */
export interface App {
  env: Env;
  db: Pool;
  /** PUBLIC_URL at the first start. Permanent identifiers for other programs are made from it. */
  firstUrl: string;
  queue: Queue;
  storage: Storage;
  signer: Signer;
  cursors: Cursors;
  listeners: Listeners;
  sealer: Sealer;
  limits: Limits;
  /** Changes with every change of public content. */
  publicVersion: () => Promise<string>;
  publicCache: PublicCache;
  /** Builds responses within their caller's share of the machine. */
  work: Work;
  domains: Domains;
  log: Logger;
  /** Figures for the operator's own tools. */
  metrics: Metrics;
}
