import { isReserved } from '@scoville/contract/platform/http/addresses.ts';
import { inOneForm } from '@scoville/contract/platform/lib/email.ts';
import { type UniqueField, checkUnique } from '@scoville/contract/platform/lib/unique.ts';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { isFree } from './users.queries.ts';

const TRY_LATER = 'Too many addresses were asked for from your network. Try again in an hour.';

export const uniqueRoutes = ({ db, limits }: App) => [
  route(checkUnique, async ({ body, actor, request }) => {
    const value = body.field === 'email' ? inOneForm(body.value.trim()) : body.value.trim();
    // Like a sign-up, this reveals whether an address is taken, so both count towards the same limit (20 in an hour).
    if (body.field === 'email') await limits.take(`sign-up ${callerOf(request)}`, 20, 3600, TRY_LATER);
    return { isUnique: !isOurs(body.field, value) && (await isFree(db, body.field, value, actor?.userId ?? null)) };
  }),
];

const isOurs = (field: UniqueField, value: string): boolean => field === 'username' && isReserved(value);
