import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import type { SentEvent } from './paypal-stand-in/signer.ts';
import { type StandIn, startPayPalStandIn } from './paypal-stand-in/stand-in.ts';
import { standInSettings } from '../frame/supervisor/payment-stand-in.ts';
import type { Answer } from './client.ts';
import { type TestServer, startTestServer } from './server.ts';

/** The product and the stand-in for PayPal. */
export interface Shop {
  server: TestServer;
  standIn: StandIn;
  /** The events that PayPal would have sent since the last call, in their order. */
  sent: () => SentEvent[];
  /** Sends an event to the product's webhook. */
  deliver: (event: SentEvent) => Promise<Answer>;
  /** Performs an action at the provider, and delivers its events to the product. */
  act: (...event: Parameters<StandIn['act']>) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts both. Events of the stand-in are held until they are delivered. */
export async function startShop(
  settings: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<Shop> {
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID, PLANS } = standInSettings(0, DEFAULT_PLANS) as Record<
    'PAYPAL_CLIENT_ID' | 'PAYPAL_SECRET' | 'PAYPAL_WEBHOOK_ID' | 'PLANS',
    string
  >;
  const keys = { clientId: PAYPAL_CLIENT_ID, secret: PAYPAL_SECRET, webhookId: PAYPAL_WEBHOOK_ID };
  const plans = JSON.parse(PLANS) as typeof DEFAULT_PLANS;
  const standIn = await startPayPalStandIn({ settings: keys, plans, webhookUrl: null });
  let held: SentEvent[] = [];
  standIn.hold = (event) => void held.push(event);
  const server = await startTestServer(
    { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID, PLANS, PAYPAL_API_URL: standIn.settings.apiUrl, ...settings },
    options,
  );
  const sent = () => held.splice(0);
  const deliver = ({ headers, body }: SentEvent) =>
    server.visitor().send({
      method: 'POST',
      url: '/webhooks/paypal',
      headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': '' },
      payload: body,
    });
  return {
    server,
    standIn,
    sent,
    deliver,
    async act(id, event) {
      await standIn.act(id, event);
      for (const event of sent()) {
        const answer = await deliver(event);
        if (answer.status !== 200) throw new Error(`The webhook answered ${answer.status}: ${answer.text}`);
      }
    },
    async close() {
      await server.close();
      await standIn.close();
    },
  };
}
