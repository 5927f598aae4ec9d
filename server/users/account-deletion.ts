import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';

/** What a domain does before the rows of an account go, in the transaction that deletes it: mostly, to give up its files. */
export type AccountDeletion = (tx: Tx, userId: string, app: App) => Promise<void>;
