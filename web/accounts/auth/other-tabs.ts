import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { meQuery, settingsQuery } from '../../platform/lib/query.ts';
import { joinAccountChannel } from './account-channel.ts';
import { switchAccount } from './auth.calls.ts';
import { leaveLogin } from './use-continue.ts';

const SIGN_IN = /^\/(login|signup)$/;

/**
 * Keeps this tab in step with the account that its browser is signed in to, whichever tab signed in. All tabs share one
 * session, so a tab that shows another account would act for an account that it doesn't show. Each tab therefore posts
 * its account at its start and at each change. A tab that receives an account other than its own asks the server.
 * Returns a function that stops this.
 *
 * @param shown the account that the page showed at its start; undefined if it was unknown
 */
export function followAccount(client: QueryClient, router: AnyRouter, shown: Me | null | undefined): () => void {
  const { queryKey } = meQuery();
  let known = idOf(shown);
  /** The account that was last signed in here. */
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
    // The change happened in this tab, which is already navigating to another screen.
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
    // This tab's account is right, so the other tab is outdated, for example because it has just started listening.
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

/**
 * Remounts all screens, so that typed text isn't sent for another account. The frame with the player is not remounted.
 */
function beginAnew(router: AnyRouter, switches: number): void {
  router.update({
    ...router.options,
    defaultRemountDeps: ({ routeId }) => (routeId === router.routeTree.id ? undefined : switches),
  });
}

/**
 * Removes all data of the former account, also from the screen. If the new account may not open the current page, the
 * user is redirected to the sign-in. A user on the sign-in screen is redirected to where the sign-in would have led.
 */
function becomeOther(client: QueryClient, router: AnyRouter): void {
  const everybodys = [settingsQuery().queryKey[0], meQuery().queryKey[0]];
  const me = client.getQueryData<Me | null>(meQuery().queryKey) ?? null;
  void switchAccount(client, me);
  client.removeQueries({ predicate: ({ queryKey }) => !everybodys.includes(queryKey[0]) });
  if (me !== null && SIGN_IN.test(router.latestLocation.pathname)) router.history.replace(leaveLogin());
  else void router.invalidate();
}
