import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransactionSql } from 'postgres';

/** Runs as the last statement of a transaction. If it throws, the transaction is rolled back. */
export type BeforeCommit = (tx: TransactionSql) => Promise<void>;

const current = new AsyncLocalStorage<BeforeCommit>();

/** Runs `work` so that each transaction in it calls `last` before its commit. */
export const withBeforeCommit = <T>(last: BeforeCommit, work: () => Promise<T>): Promise<T> => current.run(last, work);

/** Runs the last statement that `withBeforeCommit` set for the code that opened this transaction. */
export const callBeforeCommit = async (tx: TransactionSql): Promise<void> => current.getStore()?.(tx);
