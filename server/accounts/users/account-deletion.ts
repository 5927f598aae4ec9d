import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { port } from '../../platform/ports.ts';

/** A domain’s part in a deletion. It runs in the deletion’s transaction, before the account’s rows are deleted. */
export type AccountDeletion = (tx: Tx, userId: string, app: App) => Promise<void>;

export const accountDeletions = port<AccountDeletion>('deletions of an account');
