import { describe, expect, it } from 'vitest';
import { readSignature } from './webhook-signature.ts';

const API = 'https://api-m.paypal.com';
const NOW = Date.parse('2026-11-29T12:00:00Z');
const HOUR = 3600_000;
const genuine = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig': `${'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz+Zjh3s3'.repeat(5)}g==`,
  'paypal-transmission-time': '2026-11-29T11:59:58Z',
};
const read = (more: Record<string, string | undefined> = {}, api = API) =>
  readSignature({ ...genuine, ...more }, api, NOW);
const at = (ms: number) => ({ 'paypal-transmission-time': new Date(NOW + ms).toISOString() });

describe('the signature of an event', () => {
  it('is accepted if it may be genuine, also hours later, with a clock behind, and from the sandbox', () => {
    expect(read()).toEqual(genuine);
    expect(read({ 'paypal-transmission-time': '2026-11-29T04:59:58-07:00' })).not.toBeNull();
    expect(read(at(-73 * HOUR))).not.toBeNull();
    expect(read(at(HOUR / 2))).not.toBeNull();
    expect(read({ 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' })).not.toBeNull();
    expect(read({ 'paypal-cert-url': 'http://127.0.0.1:4680/certificate' }, 'http://127.0.0.1:4680')).not.toBeNull();
  });

  it.each([
    ['is too old', at(-97 * HOUR)],
    ['is from the future', at(2 * HOUR)],
    ['has no time', { 'paypal-transmission-time': 'x' }],
    ['has no date', { 'paypal-transmission-time': '11:59:58Z' }],
    ['has a certificate at another host', { 'paypal-cert-url': 'https://paypal.com.evil.example/cert' }],
    ['has a certificate at a host with a similar ending', { 'paypal-cert-url': 'https://evilpaypal.com/cert' }],
    [
      'has a certificate at another host, with PayPal’s host as the user name',
      { 'paypal-cert-url': 'https://api.paypal.com@evil.example/cert' },
    ],
    ['has a certificate address with credentials', { 'paypal-cert-url': 'https://x:y@api.paypal.com/cert' }],
    ['has a certificate without https', { 'paypal-cert-url': 'http://api.paypal.com/cert' }],
    ['has a certificate at this machine', { 'paypal-cert-url': 'http://127.0.0.1:4680/certificate' }],
    ['has no valid certificate address', { 'paypal-cert-url': 'x' }],
    ['has no signature', { 'paypal-transmission-sig': '' }],
    ['has invalid characters in its signature', { 'paypal-transmission-sig': 'x"},"webhook_event":{' }],
    ['has a signature that is too long', { 'paypal-transmission-sig': 'A'.repeat(1001) }],
    ['has invalid characters in its id', { 'paypal-transmission-id': 'x","verification_status":"SUCCESS' }],
    ['has invalid characters in its algorithm', { 'paypal-auth-algo': 'SHA256"' }],
  ])('is refused when it %s', (_, more) => expect(read(more)).toBeNull());

  it.each(Object.keys(genuine))('is refused without %s', (name) => expect(read({ [name]: undefined })).toBeNull());
});
