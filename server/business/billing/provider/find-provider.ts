import type { App } from '../../../platform/app-context.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import { type PayPal, openPayPal } from './paypal.ts';

const opened = new WeakMap<App, PayPal>();

/** The payment provider of this installation; null if none is configured. */
export function findProvider(app: App): PayPal | null {
  if (app.env.PAYPAL === null) return null;
  const provider = opened.get(app) ?? openPayPal(app.env.PAYPAL, app.log);
  opened.set(app, provider);
  return provider;
}

/** @throws HttpError 409 if no provider is configured */
export function needProvider(app: App): PayPal {
  const provider = findProvider(app);
  if (provider === null) throw new HttpError(409, 'This installation does not accept payments.');
  return provider;
}
