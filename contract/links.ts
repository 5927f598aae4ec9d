import { mailbox } from './email.ts';

/** A web address as a link's target, or null: http and https alone, so that no script and no password hides in it. */
export function webHref(text: string): string | null {
  if (!/^https?:\/\/[^\s\\/<>"`][^\s\\<>"`]*$/i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, href } = new URL(text);
  const isPlain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isPlain && port !== '0' && isHost(hostname) ? href : null;
}

/** A name of at least two parts, as a parsed address has it (`xn--` for other letters), or a number of the internet. */
const isHost = (name: string): boolean =>
  /^\[[\da-f:.]+\]$/.test(name) || /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/.test(name);

/** A telephone number as a link's target, or null: ten digits as in the United States, or any country's after a plus. */
function phoneHref(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  const isNational = (text.startsWith('+') ? /^1[2-9]\d{2}[2-9]\d{6}$/ : /^1?[2-9]\d{2}[2-9]\d{6}$/).test(digits);
  if (isNational) return `tel:+1${digits.slice(-10)}`;
  return text.startsWith('+') && /^[2-9]\d{6,14}$/.test(digits) ? `tel:+${digits}` : null;
}

/**
 * Whether a text may be a telephone number without a country, as it is dialled within one. The server finds the country
 * by the languages of the browser.
 */
export const mayBePhone = (text: string): boolean =>
  /^\(?\d[\d\s()./-]*$/.test(text) && /^\d{5,15}$/.test(text.replaceAll(/\D/g, ''));

function mailHref(text: string): string | null {
  const email = mailbox(text);
  if (email === null) return null;
  const [local = '', domain = ''] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}

/** Where a contact leads: to a web address, a telephone number or a mailbox; null for what is none of them. */
export const contactHref = (info: string): string | null => webHref(info) ?? phoneHref(info) ?? mailHref(info);

/** How people give money. `PayPal` is known by an e-mail address, the others by a name. */
export const PAYMENT_APPS = ['Cash App', 'Venmo', 'PayPal.me', 'Zelle', 'PayPal'] as const;

const PAYMENT_PAGES: Partial<Record<string, string>> = {
  'Cash App': 'https://cash.app/$',
  Venmo: 'https://venmo.com/u/',
  'PayPal.me': 'https://paypal.me/',
};

/** The page on which to give money to somebody, or null for an app that has none. */
export function donationHref({ appName, username }: { appName: string; username: string }): string | null {
  const page = PAYMENT_PAGES[appName];
  return page === undefined ? null : page + encodeURIComponent(username.replace(/^[@$]/, ''));
}
