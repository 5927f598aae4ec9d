type Handler = (accountId: string | null) => void;

const handlers: Handler[] = [];

/** Calls `handler` with the account's id at each sign-in, and with null at each sign-out. */
export function onAccountSwitch(handler: Handler): void {
  handlers.push(handler);
}

/** Notifies every module that keeps an account's data outside of the query cache. */
export function announceAccountSwitch(accountId: string | null): void {
  for (const handler of handlers) handler(accountId);
}
