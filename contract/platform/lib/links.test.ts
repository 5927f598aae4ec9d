import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_APPS, contactHref, donationHref, webHref } from './links.ts';

const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://a.example/%0aalert(1)',
  'javascript:alert(1)//@b.co',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://good.example\\@evil.example',
  'https://good.example@evil.example/',
  'https://user:word@evil.example/',
  'https://a.example:0/',
  'https://',
  'https://a',
  'https://a.b c',
  'https://a.b\n.c',
  'ftp://x.example',
  'view-source:https://a.example',
];

describe('contactHref', () => {
  it.each([
    ['https://a.b', 'https://a.b/'],
    ['http://a.example/x?y=1#z', 'http://a.example/x?y=1#z'],
    ['HTTPS://A.EXAMPLE', 'https://a.example/'],
    ['https://müller.example/ä', 'https://xn--mller-kva.example/%C3%A4'],
    ['(212) 555-0123', 'tel:+12125550123'],
    ['212.555.0123', 'tel:+12125550123'],
    ['+1 212 555 0123', 'tel:+12125550123'],
    ['1-212-555-0123', 'tel:+12125550123'],
    ['+44 20 7946 0018', 'tel:+442079460018'],
    ['a@b.co', 'mailto:a@b.co'],
    ['a+music@b.co', 'mailto:a%2Bmusic@b.co'],
    ['a?cc=c@b.co', 'mailto:a%3Fcc%3Dc@b.co'],
  ])('VA-21 links %s', (info, href) => {
    expect(contactHref(info)).toBe(href);
  });
  it.each([
    'ftp://x',
    'abc',
    '123',
    '',
    '0',
    '555-0123',
    '(112) 555-0123',
    '+0 123 456 789',
    '+12',
    'a@b',
    '@b.co',
    'a b@c.de',
  ])('VA-21 rejects %o', (info) => {
    expect(contactHref(info)).toBeNull();
  });
  it.each(SCRIPTS)('never links to a script or to a disguised address: %o', (info) => {
    expect(contactHref(info)).toBeNull();
    expect(webHref(info)).toBeNull();
  });
  it('returns only http, https, tel and mailto links for any text', () => {
    const part = fc.oneof(
      fc.constantFrom('javascript:', 'https://', 'http:', '//', '@', 'a.b', '+1', '2125550123', ' '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const href = contactHref(parts.join(''));
        if (href !== null) expect(['http:', 'https:', 'tel:', 'mailto:']).toContain(new URL(href).protocol);
      }),
    );
  });
});

describe('donationHref', () => {
  it.each([
    ['Cash App', '$juno', 'https://cash.app/$juno'],
    ['Venmo', '@juno', 'https://venmo.com/u/juno'],
    ['PayPal.me', 'juno', 'https://paypal.me/juno'],
    ['Zelle', 'juno', null],
    ['PayPal', 'juno@b.co', null],
    ['javascript:', 'alert(1)', null],
  ])('for %s and the name %s returns %s', (appName, username, href) => {
    expect(donationHref({ appName, username })).toBe(href);
  });
  it('returns only pages of the payment app, for any name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAYMENT_APPS), fc.string({ unit: 'grapheme' }), (appName, username) => {
        const href = donationHref({ appName, username });
        if (href !== null)
          expect(['https://cash.app', 'https://venmo.com', 'https://paypal.me']).toContain(new URL(href).origin);
      }),
    );
  });
});
