import type { Env } from '../../platform/env.ts';
import { discover } from '../../accounts/identities/provider.ts';
import type { ProviderSettings } from '../../platform/provider-settings.ts';
import type { Db } from '../../platform/db/connection.ts';
import { listPaymentsToReturn } from '../../business/billing/subscriptions/deleted-plans.queries.ts';
import { decimalText } from '../../business/billing/provider/money.ts';
import { listOverdueCancellations } from '../../business/billing/subscriptions/pending-cancellations.queries.ts';
import { requestToken } from '../../business/billing/provider/paypal-calls.ts';
import { type Check, type Result, fail, ok, reasonOf, warn } from './check.ts';
import { pluralize, durationText } from './sizes.ts';

/** Checks whether PayPal is reachable and accepts our credentials. */
export const paymentsCheck = ({ PAYPAL, WORKER }: Pick<Env, 'PAYPAL' | 'WORKER'>): Check => ({
  part: 'payments',
  isCostly: true,
  run: async (signal) => {
    if (WORKER === 'off') return [ok('PayPal is not asked, because the setting WORKER is off.')];
    if (PAYPAL === null) return [ok('PayPal is not configured: no plan is sold.')];
    const name = new URL(PAYPAL.apiUrl).host;
    try {
      const answer = await requestToken(PAYPAL, signal);
      await answer.body?.cancel();
      if (answer.ok) return [ok(`${name} answers and accepts our credentials.`)];
      return answer.status === 401
        ? [
            fail(
              `${name} does not know PAYPAL_CLIENT_ID with PAYPAL_SECRET.`,
              'Copy both from the same app of PayPal’s developer dashboard; those of the sandbox are no good elsewhere.',
            ),
          ]
        : [
            fail(
              `${name} answers with ${answer.status}.`,
              'Wait, and see www.paypal-status.com; nothing is lost meanwhile.',
            ),
          ];
    } catch (error) {
      return [unreachable(name, error)];
    }
  },
});

/** Seconds after which a cancelled subscription should have ended. */
const LATE = 24 * 3600;
/** The most subscriptions or payments that a finding names. */
const NAMED = 5;

/** Finds cancelled subscriptions that, as far as is known here, the payment provider still charges for. */
export const cancellationsCheck = (db: Db): Check => ({
  part: 'payments',
  run: async () => {
    const late = await listOverdueCancellations(db, LATE);
    const [oldest] = late;
    if (oldest === undefined) return [];
    const names = late.slice(0, NAMED).map(({ ref }) => ref);
    const more = late.length > NAMED ? ' and others' : '';
    return [
      warn(
        `${pluralize(late.length, 'subscription')} should have ended at PayPal and did not (${names.join(', ')}${more}), the oldest for ${durationText(oldest.seconds)}: ${oldest.lastError ?? ''}`,
        'End them at PayPal’s own pages, by these names: their payers are charged. They are tried again every hour as long as PayPal is configured.',
      ),
    ];
  },
});

/** Lists payments for plans that were approved after their account was deleted. */
export const paymentsToReturnCheck = (db: Db): Check => ({
  part: 'payments',
  run: async () => {
    const payments = await listPaymentsToReturn(db);
    if (payments.length === 0) return [];
    const names = payments.slice(0, NAMED).map(({ paymentRef, ref, amount, currency }) => {
      const money = amount === null || currency === null ? '' : `${decimalText(amount, currency)} ${currency}, `;
      return `${paymentRef} (${money}subscription ${ref})`;
    });
    const more = payments.length > NAMED ? ' and others' : '';
    return [
      warn(
        `${pluralize(payments.length, 'payment')} came for plans of accounts that were deleted before: ${names.join(', ')}${more}.`,
        'Refund them at PayPal’s own pages, by these names. PayPal reports each refund, which ends this warning.',
      ),
    ];
  },
});

/** Checks whether each sign-in provider serves its configuration. */
export const signInCheck = ({ SIGN_IN_PROVIDERS: providers }: Pick<Env, 'SIGN_IN_PROVIDERS'>): Check => ({
  part: 'sign-in',
  isCostly: true,
  run: (signal) =>
    providers.length === 0
      ? Promise.resolve([ok('No sign-in provider is configured.')])
      : Promise.all(providers.map((provider) => providerOf(provider, signal))),
});

async function providerOf(provider: ProviderSettings, signal: AbortSignal): Promise<Result> {
  const { label, issuer, endpoints } = provider;
  try {
    // A provider with known endpoints only has to serve its keys.
    if (endpoints === undefined) await discover(provider);
    else {
      const answer = await fetch(endpoints.keys, { signal });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`its keys answer with ${answer.status}`);
    }
    return ok(
      `${label} (${issuer}) serves its configuration. Whether it accepts our client shows when somebody signs in.`,
    );
  } catch (error) {
    return fail(
      `${label} (${issuer}) does not tell its configuration: ${reasonOf(error)}.`,
      'See whether its issuer is written right, and whether this machine may reach it. Who has a password signs in without it.',
    );
  }
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** Checks whether this product is reachable at PUBLIC_URL. */
export const publicUrlCheck = ({ PUBLIC_URL: url }: Pick<Env, 'PUBLIC_URL'>): Check => ({
  part: 'public-url',
  run: async (signal) => {
    const { protocol, hostname } = new URL(url);
    const isLocal = LOCAL.includes(hostname);
    const found = await answerAt(url, signal);
    if (isLocal) return [found];
    return protocol === 'https:'
      ? [found]
      : [
          found,
          warn(
            `PUBLIC_URL is ${url}: passwords and sessions travel in the open.`,
            'Put a proxy with a certificate in front (docs/servers.md) and write PUBLIC_URL with https.',
          ),
        ];
  },
});

async function answerAt(url: string, signal: AbortSignal): Promise<Result> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal });
    const reply = (await answer.json().catch(() => null)) as { ok?: unknown; reason?: unknown } | null;
    if (typeof reply?.ok !== 'boolean')
      return fail(
        `${url} answers, and it is not this product (status ${answer.status}).`,
        'Correct PUBLIC_URL, or have the proxy there pass requests on to this product.',
      );
    if (!reply.ok) return fail(`${url} answers: ${String(reply.reason)}`, 'See what the other lines say.');
    return typeof reply.reason === 'string'
      ? warn(`${url} serves and says: ${reply.reason}`, 'See what the other lines say.')
      : ok(`${url} serves this product.`);
  } catch (error) {
    return fail(
      `${url} is not reached from this machine: ${reasonOf(error)}.`,
      'Start the product; if it runs, correct PUBLIC_URL, its name in the DNS, or the proxy in front of it.',
    );
  }
}

const unreachable = (name: string, error: unknown): Result =>
  fail(
    `${name} is not reached: ${reasonOf(error)}.`,
    'See whether this machine may reach it: a firewall, or the network it is in, may forbid that.',
  );

/** Other servers named in the settings, whose clocks are compared with this machine's. */
export const outsideOrigins = ({
  PAYPAL,
  SIGN_IN_PROVIDERS,
  S3,
}: Pick<Env, 'PAYPAL' | 'SIGN_IN_PROVIDERS' | 'S3'>): string[] => [
  ...new Set(
    [PAYPAL?.apiUrl, S3?.endpoint, ...SIGN_IN_PROVIDERS.map(({ issuer }) => issuer)]
      .filter((url) => url !== undefined && url !== null)
      .map((url) => new URL(url).origin),
  ),
];
