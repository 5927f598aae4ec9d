import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';

/** A domain's part in a deletion, in its transaction and before the rows of the account go: mostly, it gives up its files. */
export type AccountDeletion = (tx: Tx, userId: string, app: App) => Promise<void>;
