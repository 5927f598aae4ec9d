export interface SecuritySettings {
  /** PUBLIC_URL is https. */
  secure: boolean;
  /** Vite's own scripts and its socket, while developing. */
  development: boolean;
  /** Where files are sent from when not from here. */
  filesOrigin?: string | null;
  /** Where a captcha's script comes from, and its frames; none when the captcha is our own. */
  captchaSources?: readonly string[];
}

/** What browsers may do for nobody here: nothing of the product asks for it, and a script of a stranger shall not. */
const REFUSED = ['camera', 'geolocation', 'microphone', 'midi', 'payment', 'usb', 'serial', 'hid'];

/**
 * What every answer carries, whoever writes it: names in lower case. HSTS is apart, because it belongs to https only
 * (see `STRICT_TRANSPORT`).
 */
export function securityHeaders({
  secure,
  development,
  filesOrigin = null,
  captchaSources = [],
}: SecuritySettings): Record<string, string> {
  const captcha = captchaSources.map((source) => ` ${source}`).join('');
  const files = filesOrigin === null ? '' : ` ${filesOrigin}`;
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "font-src 'self'",
    "form-action 'self'",
    ...(captcha === '' ? [] : [`frame-src 'self'${captcha}`]),
    "frame-ancestors 'none'",
    `img-src 'self' data: blob:${files}`,
    `media-src 'self' blob:${files}`,
    "object-src 'none'",
    `script-src 'self'${captcha}${development ? " 'unsafe-inline'" : ''}`,
    "script-src-attr 'none'",
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    // React writes style attributes through the DOM, which this does not touch; markup cannot.
    "style-src-attr 'none'",
    "worker-src 'self' blob:",
    `connect-src 'self'${files}${development ? ' ws:' : ''}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': REFUSED.map((name) => `${name}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filters of old browsers could be turned against a page.
    'x-xss-protection': '0',
  };
}

/** A year of https only, for whoever came by https. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Lets pages of other sites use public answers, whose addresses are in feeds, previews and players. */
export const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/**
 * What differs for a page that any site may show in a frame of its own, given the headers that every answer carries; null
 * takes one away.
 */
export function framedHeaders(headers: Record<string, unknown>): Record<string, string | null> {
  const policy = String(headers['content-security-policy']);
  return {
    'content-security-policy': policy.replace("frame-ancestors 'none'", 'frame-ancestors *'),
    ...FOR_OTHER_SITES,
    'x-frame-options': null,
  };
}
