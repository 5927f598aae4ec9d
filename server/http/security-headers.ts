import { LISTENER_HEADER } from '@scoville/contract/listener.ts';
import type { FastifyInstance } from 'fastify';

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

/** Browsers that came by https use only https for a year. Other sites of the same domain decide for themselves. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Lets pages of other sites use public answers, whose addresses are in feeds, previews and players. */
export const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** Also lets their scripts read these answers. Browsers block that for requests with cookies. */
export const READ_BY_OTHER_SITES = { ...FOR_OTHER_SITES, 'access-control-allow-origin': '*' } as const;

/** A day, because the allowed requests don't depend on the caller. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Answers the preflight requests of browsers. They send one before a script of another site makes a call that no form
 * could make: with JSON, or with a header of our own.
 */
export function allowOtherSites(app: FastifyInstance, url: string, method: string): void {
  app.options(url, { schema: { hide: true } }, (_request, reply) =>
    reply
      .status(204)
      .headers({
        ...READ_BY_OTHER_SITES,
        'access-control-allow-methods': method,
        'access-control-allow-headers': `content-type, range, ${LISTENER_HEADER}`,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );
}

/**
 * What differs for a page that any site may show in a frame of its own, with or without `sandbox`, given the headers that
 * every answer carries; null takes one away.
 */
export function framedHeaders(headers: Record<string, unknown>, publicUrl: string): Record<string, string | null> {
  const policy = String(headers['content-security-policy']);
  return {
    // A frame with `sandbox` has no origin of its own, and in some browsers nothing is 'self' there.
    'content-security-policy': policy
      .replace("frame-ancestors 'none'", 'frame-ancestors *')
      .replaceAll("'self'", `'self' ${new URL(publicUrl).origin}`),
    ...FOR_OTHER_SITES,
    'x-frame-options': null,
  };
}
