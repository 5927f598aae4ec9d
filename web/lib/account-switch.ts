type Handler = (accountId: string | null) => void;

const handlers: Handler[] = [];

/** Has `handler` called whenever somebody signs in, with the account's id, or nobody is signed in any more (null). */
export function onAccountSwitch(handler: Handler): void {
  handlers.push(handler);
}

/** Tells all that keep something of an account outside of what is fetched. */
export function accountSwitched(accountId: string | null): void {
  for (const handler of handlers) handler(accountId);
}
