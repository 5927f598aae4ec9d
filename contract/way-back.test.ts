import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLogin, isOwnPath, recordedPath } from './way-back.ts';

describe('where a sign-in leads', () => {
  it('RT-11 goes to the address that a guard interrupted, before anything else', () => {
    expect(afterLogin('/account/media/edit/1?x=1', '/well-done')).toBe('/account/media/edit/1?x=1');
  });
  it('RT-12 goes to the previous page when nothing was interrupted', () => {
    expect(afterLogin(null, '/well-done')).toBe('/well-done');
  });
  it('RT-13 goes to /browse when there is neither', () => {
    expect(afterLogin(null, null)).toBe('/browse');
    expect(afterLogin('//evil', '/well-done')).toBe('/well-done');
  });
  it('RT-09 records login and logout as home, and other sign-in pages not at all', () => {
    expect(['/login', '/logout', '/login?subscribeTo=1'].map(recordedPath)).toEqual(['/', '/', '/']);
    expect(['/signup', '/forgot', '/reset/abc'].map(recordedPath)).toEqual([null, null, null]);
    for (const other of ['/genres/soul?seed=3', '/blog/login', '/blog/reset', '/logins', '/signups/new'])
      expect(recordedPath(other)).toBe(other);
  });
  it('never leaves the site', () => {
    for (const evil of ['//evil', '/\\evil', 'https://evil', 'javascript:alert(1)', '/\t/evil', '', ' /x'])
      expect(afterLogin(evil, null)).toBe('/browse');
    fc.assert(
      fc.property(fc.string(), (path) => {
        const own = `/${path}`;
        expect(new URL(isOwnPath(own) ? own : '/', 'http://own.example').origin).toBe('http://own.example');
      }),
    );
  });
});
