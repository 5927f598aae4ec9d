import type { Me } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { meQuery, settingsQuery } from '../lib/query.ts';
import { joinAccountChannel } from './account-channel.ts';
import { switchAccount } from './auth.calls.ts';
import { leaveLogin } from './use-continue.ts';

const SIGN_IN = /^\/(login|signup)$/;

/**
 * Keeps this tab with the account that its browser is signed in to, in whichever tab that was done. All tabs have one
 * session: one that shows another account would act in a name that it does not show. So each tells the others when its
 * account becomes another one, and once at its start; who hears of another account than its own asks the server. Returns
 * what ends it.
 *
 * @param shown whose page it was at its start; undefined while nobody knew
 */
export function followAccount(client: QueryClient, router: AnyRouter, shown: Me | null | undefined): () => void {
  const { queryKey } = meQuery();
  let known = idOf(shown);
  /** Who was signed in here last. */
  let last = known ?? null;
  let switches = 0;
  const channel = joinAccountChannel((id) => void hear(id));
  const post = () => {
    if (known !== undefined) channel.post(known);
  };
  const change = (id: string | null) => {
    const isOther = id !== null && last !== null && id !== last;
    last = id ?? last;
    known = id;
    return isOther;
  };
  const follow = (isDecidedHere: boolean) => {
    const id = idOf(client.getQueryData<Me | null>(queryKey));
    if (id === undefined || id === known) return;
    const isFirst = known === undefined;
    const isOther = change(id);
    // It is on its way to another screen.
    if (isDecidedHere) return post();
    if (isFirst) return;
    if (isOther) {
      switches += 1;
      beginAnew(router, switches);
    }
    becomeOther(client, router);
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0]) return;
    follow(event.action.manual === true);
  });
  const hear = async (id: unknown) => {
    if (known === undefined || id === known) return;
    await client.refetchQueries({ queryKey });
    // Then it is the other tab that shows another one, as when it listens since just now.
    if (id !== known && client.getQueryState(queryKey)?.status === 'success') post();
  };
  follow(false);
  post();
  return () => {
    unsubscribe();
    channel.close();
  };
}

const idOf = (me: Me | null | undefined) => (me === undefined ? undefined : (me?.id ?? null));

/** Screens are built again, so that what somebody typed is not sent in another's name; not the frame, with its player. */
function beginAnew(router: AnyRouter, switches: number): void {
  router.update({
    ...router.options,
    defaultRemountDeps: ({ routeId }) => (routeId === router.routeTree.id ? undefined : switches),
  });
}

/**
 * Nothing of the former account stays, on the screen either; where the new one may not be, it is led to the sign-in. Who was
 * about to sign in here goes on to where that would have led.
 */
function becomeOther(client: QueryClient, router: AnyRouter): void {
  const everybodys = [settingsQuery().queryKey[0], meQuery().queryKey[0]];
  const me = client.getQueryData<Me | null>(meQuery().queryKey) ?? null;
  void switchAccount(client, me);
  client.removeQueries({ predicate: ({ queryKey }) => !everybodys.includes(queryKey[0]) });
  if (me !== null && SIGN_IN.test(router.latestLocation.pathname)) router.history.replace(leaveLogin());
  else void router.invalidate();
}
