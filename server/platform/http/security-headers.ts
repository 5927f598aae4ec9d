import { LISTENER_HEADER } from '@scoville/contract/platform/lib/listener.ts';
import type { FastifyInstance } from 'fastify';

export interface SecuritySettings {
  /** True if PUBLIC_URL is https. */
  secure: boolean;
  /** Allows Vite's scripts and its socket, for development. */
  development: boolean;
  /** The origin of files, if another server sends them. */
  filesOrigin?: string | null;
  /** Origins of a captcha's script and frames; empty for our own captcha. */
  captchaSources?: readonly string[];
}

/**
 * Browser features that are disabled for all pages. The product needs none of them, so injected scripts don't get them
 * either.
 */
const REFUSED = ['camera', 'geolocation', 'microphone', 'midi', 'payment', 'usb', 'serial', 'hid'];

/**
 * The headers of every answer, with names in lower case. HSTS is separate, because it is for https only (see
 * `STRICT_TRANSPORT`).
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
    // React sets styles through the DOM, which this doesn't block; markup can't.
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
    // The filters of old browsers could be abused to break a page.
    'x-xss-protection': '0',
  };
}

/** Browsers that came by https use only https for a year. Other sites of the same domain decide for themselves. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Lets pages of other sites use public answers, whose addresses are in feeds, previews and players. */
export const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** Also allows scripts of other sites to read these answers. Browsers block that for requests with cookies. */
export const READ_BY_OTHER_SITES = { ...FOR_OTHER_SITES, 'access-control-allow-origin': '*' } as const;

/** A day, because the allowed requests don't depend on the caller. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Answers the preflight requests that browsers send before a script of another site makes a call that no form could
 * make: with JSON, or with our own header.
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
 * The differences from every answer's headers for a page that any site may show in a frame, with or without `sandbox`.
 * A null removes the header.
 */
export function framedHeaders(headers: Record<string, unknown>, publicUrl: string): Record<string, string | null> {
  const policy = String(headers['content-security-policy']);
  return {
    // A sandboxed frame has no origin, and some browsers then match nothing with 'self'.
    'content-security-policy': policy
      .replace("frame-ancestors 'none'", 'frame-ancestors *')
      .replaceAll("'self'", `'self' ${new URL(publicUrl).origin}`),
    ...FOR_OTHER_SITES,
    'x-frame-options': null,
  };
}
