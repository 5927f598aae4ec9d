import { nextAd, recordAd as recordCall } from '@scoville/contract/business/ads/ads.ts';
import type { App } from '../../platform/app-context.ts';
import { secret } from '../../platform/db/secrets.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { dailyMaximum } from '../../listening/stats/aggregate-events.ts';
import { createNetworkHasher } from '../../listening/stats/network-hashes.ts';
import { presentShownAd } from './ads.present.ts';
import { recordAd } from './record-ad.ts';
import { listenerOf, showAd } from './show-ad.ts';
import { verifyShowingToken, showingToken } from './showing-token.ts';

export const showingsRoutes = (app: App, household = createNetworkHasher(app.db)) => [
  route(nextAd, async ({ actor, request, body }) => {
    const network = actor === null ? await household(callerOf(request), new Date()) : '';
    const shown = await showAd(app, { actor, network, most: dailyMaximum(app.env).ofOne }, request, body);
    if (shown === null) return { ad: null, token: null };
    if (shown.showingId === null) return { ad: presentShownAd(app, shown.row), token: null };
    const token = showingToken(shown.showingId, listenerOf(actor, request.visitor), await tokenSecret(app));
    return { ad: presentShownAd(app, shown.row, shown.showingId), token };
  }),

  route(recordCall, async ({ params: { id }, body, actor, request }) => {
    const listener = listenerOf(actor, request.visitor);
    const showing = verifyShowingToken(body.token, listener, await tokenSecret(app));
    return { accepted: showing !== null && (await recordAd(app.db, id, showing, body)) };
  }),
];

const tokenSecret = ({ db }: App): Promise<string> => secret(db, 'ad-showings');
