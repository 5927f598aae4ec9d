import type { Env } from './env.ts';
import type { Pool } from './db/connection.ts';
import type { Cursors } from './http/cursor.ts';
import type { Limits } from './http/limits.ts';
import type { Queue } from './jobs/queue.ts';
import type { Logger } from './log.ts';
import type { FolderStorage } from './storage/folder.ts';
import type { Signer } from './storage/signing.ts';

/** What every process of ours holds, and what routes and stories are given. Nothing here knows a domain. */
export interface App {
  env: Env;
  db: Pool;
  queue: Queue;
  storage: FolderStorage;
  signer: Signer;
  cursors: Cursors;
  limits: Limits;
  log: Logger;
}
