import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLogin, isOwnPath, recordedPath } from './redirects.ts';

describe('the address after signing in', () => {
  it('RT-11 is the one that a guard interrupted, if there is one', () => {
    expect(afterLogin('/account/media/edit/1?x=1', '/well-done')).toBe('/account/media/edit/1?x=1');
  });
  it('RT-12 is the previous page if no guard interrupted', () => {
    expect(afterLogin(null, '/well-done')).toBe('/well-done');
  });
  it('RT-13 is /browse without both', () => {
    expect(afterLogin(null, null)).toBe('/browse');
    expect(afterLogin('//evil', '/well-done')).toBe('/well-done');
  });
  it('RT-09 records login and logout as home, and ignores other sign-in pages', () => {
    expect(['/login', '/logout', '/login?subscribeTo=1'].map(recordedPath)).toEqual(['/', '/', '/']);
    for (const more of ['', '/', '/x', '?x=1', '#x']) {
      expect([`/login${more}`, `/logout${more}`].map(recordedPath)).toEqual(['/', '/']);
      expect([`/signup${more}`, `/forgot${more}`, `/reset${more}`].map(recordedPath)).toEqual([null, null, null]);
    }
    for (const other of ['/genres/soul?seed=3', '/blog/login', '/blog/reset', '/logins', '/signups/new'])
      expect(recordedPath(other)).toBe(other);
  });
  it('is always on this site', () => {
    for (const evil of ['//evil', '/\\evil', 'https://evil', 'javascript:alert(1)', '/\t/evil', '', ' /x'])
      expect(afterLogin(evil, null)).toBe('/browse');
    // Parts of addresses, chosen so that a good share of the generated addresses are own paths and the rest are not.
    const piece = fc.oneof(
      fc.constantFrom('/', '/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '\t', '\n', '\0', 'evil.example', 'http:'),
      fc.string({ maxLength: 3 }),
    );
    const address = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`);
    let taken = 0;
    fc.assert(
      fc.property(address, (path) => {
        const leads = new URL(afterLogin(path, null), 'http://own.example');
        expect(leads.origin).toBe('http://own.example');
        if (isOwnPath(path)) taken += 1;
        else expect(leads.pathname).toBe('/browse');
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
