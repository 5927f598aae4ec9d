// `node server/testkit/paypal-stand-in/main.ts WEBHOOK_URL`: the stand-in as a process, with the settings that the product is given.
import { readLaunchEnv } from '../../platform/env.ts';
import { startPayPalStandIn } from './stand-in.ts';

const { PAYPAL, PLANS } = readLaunchEnv();
if (PAYPAL === null) throw new Error('The stand-in needs the PAYPAL settings that the product is given.');
const { port } = new URL(PAYPAL.apiUrl);
const standIn = await startPayPalStandIn({
  settings: PAYPAL,
  plans: PLANS,
  webhookUrl: process.argv[2] ?? null,
  port: Number(port),
});
console.log(`Payments go to a stand-in for PayPal, which charges nobody: ${standIn.settings.apiUrl}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void standIn.close().then(() => process.exit(0)));
