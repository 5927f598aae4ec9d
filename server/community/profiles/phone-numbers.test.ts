import { contactHref } from '@scoville/contract/platform/lib/links.ts';
import { describe, expect, it } from 'vitest';
import { reachable, parseRegions } from './phone-numbers.ts';

describe('the regions of a browser', () => {
  it.each([
    [undefined, ['US']],
    ['', ['US']],
    ['*', ['US']],
    ['de', ['DE', 'US']],
    ['de-AT,de;q=0.9,en-US;q=0.8', ['AT', 'DE', 'US']],
    ['en-US;q=0.5, pt;q=0.9', ['BR', 'US']],
    ['zh-Hant', ['TW', 'US']],
    ['fr;q=0, ja', ['JP', 'US']],
    ['en-GB', ['GB', 'US']],
    ['not a language, ☃, x-private', ['US']],
    [`${'de,'.repeat(5000)}fr`, ['DE', 'US']],
  ])('of %o are %o', (accepted, regions) => {
    expect(parseRegions(accepted)).toEqual(regions);
  });
});

describe('a way of contact', () => {
  it.each([
    ['030 901820', 'de', '+49 30 901820'],
    ['030/901820', 'de-DE,de;q=0.9', '+49 30 901820'],
    ['020 7946 0018', 'en-GB', '+44 20 7946 0018'],
    ['01 42 68 53 00', 'fr', '+33 1 42 68 53 00'],
    ['333 123 4567', 'it', '+39 333 123 4567'],
    ['612 34 56 78', 'es-ES', '+34 612 34 56 78'],
    ['03-3224-5000', 'ja', '+81 3 3224 5000'],
    ['(11) 96123-4567', 'pt-BR', '+55 11 96123 4567'],
    // The browser's second language applies.
    ['030 901820', 'fr, de;q=0.5', '+49 30 901820'],
  ])('VA-21 gets the country of the browser: %s with %s', (info, accepted, international) => {
    expect(reachable(info, parseRegions(accepted))).toBe(international);
    expect(contactHref(international)).toBe(`tel:${international.replaceAll(/[^+\d]/g, '')}`);
  });

  it.each([
    ['(212) 555-0123', undefined],
    ['212.555.0123', 'en-US'],
    ['+44 20 7946 0018', 'de'],
    ['a@b.co', 'de'],
    ['https://a.example/030901820', 'de'],
  ])('VA-21 is unchanged if it already makes a link: %s with %s', (info, accepted) => {
    expect(reachable(info, parseRegions(accepted))).toBe(info);
  });

  it.each([
    // The number is valid in both countries, but belongs to different people.
    ['(212) 555-0123', 'de-DE,de;q=0.9,en-US;q=0.8'],
    ['030 901820', undefined],
    ['030 901820', 'en-US'],
    ['555-0123', 'en-US'],
    ['123', 'de'],
    ['12345', 'de'],
    ['abc', 'de'],
    ['ftp://x', 'de'],
    ['030 901820 ext 5', 'de'],
    ['0'.repeat(15), 'de'],
  ])('VA-21 is rejected if it is invalid or its country is ambiguous: %s with %s', (info, accepted) => {
    expect(reachable(info, parseRegions(accepted))).toBeNull();
  });
});
