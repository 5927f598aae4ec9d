import { mailbox } from './email.ts';

/**
 * A web address as a link's target, or null. Only http and https without a user name are allowed, so that the address
 * can't hide a script or a password.
 */
export function webHref(text: string): string | null {
  if (!/^https?:\/\/[^\s\\/<>"`][^\s\\<>"`]*$/i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, href } = new URL(text);
  const isPlain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isPlain && port !== '0' && isHost(hostname) ? href : null;
}

/**
 * A host name of at least two parts, in the ASCII form of a parsed address (`xn--` for other letters), or an IP
 * address.
 */
const isHost = (name: string): boolean =>
  /^\[[\da-f:.]+\]$/.test(name) || /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/.test(name);

/**
 * A telephone number as a link's target, or null: ten digits as in the United States, or any country's after a plus.
 */
function phoneHref(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  const isNational = (text.startsWith('+') ? /^1[2-9]\d{2}[2-9]\d{6}$/ : /^1?[2-9]\d{2}[2-9]\d{6}$/).test(digits);
  if (isNational) return `tel:+1${digits.slice(-10)}`;
  return text.startsWith('+') && /^[2-9]\d{6,14}$/.test(digits) ? `tel:+${digits}` : null;
}

/**
 * Whether a text may be a telephone number without a country code, as dialled within a country. The server derives the
 * country from the browser's languages.
 */
export const mayBePhone = (text: string): boolean =>
  /^\(?\d[\d\s()./-]*$/.test(text) && /^\d{5,15}$/.test(text.replaceAll(/\D/g, ''));

function mailHref(text: string): string | null {
  const email = mailbox(text);
  if (email === null) return null;
  const [local = '', domain = ''] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}

/** The link of a contact: to a web address, a telephone number or a mailbox; null for any other text. */
export const contactHref = (info: string): string | null => webHref(info) ?? phoneHref(info) ?? mailHref(info);

/** Apps for donations. `PayPal` identifies people by an email address, the others by a name. */
export const PAYMENT_APPS = ['Cash App', 'Venmo', 'PayPal.me', 'Zelle', 'PayPal'] as const;

const PAYMENT_PAGES: Partial<Record<string, string>> = {
  'Cash App': 'https://cash.app/$',
  Venmo: 'https://venmo.com/u/',
  'PayPal.me': 'https://paypal.me/',
};

/** The page for a donation to a user, or null for an app without such pages. */
export function donationHref({ appName, username }: { appName: string; username: string }): string | null {
  const page = PAYMENT_PAGES[appName];
  return page === undefined ? null : page + encodeURIComponent(username.replace(/^[@$]/, ''));
}
