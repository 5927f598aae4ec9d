import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Memory,
  redirectTarget,
  recordInterruption,
  saveMemory,
  readMemory,
  recordVisit,
} from './redirect-memory.ts';

const FRESH: Memory = { attempted: null, previous: null, current: null };
const after = (...paths: string[]): Memory => paths.reduce(recordVisit, FRESH);

describe('the address after signing in', () => {
  it('RT-08 is the page that the visitor left for the login screen', () => {
    expect(redirectTarget(after('/genres/soul', '/login'))).toBe('/genres/soul');
  });

  it('RT-09 records login and logout paths as "/"', () => {
    expect(redirectTarget(after('/logout', '/login'))).toBe('/');
    expect(redirectTarget(after('/well-done', '/logout', '/', '/login'))).toBe('/');
    expect(redirectTarget(after('/login', '/browse', '/login'))).toBe('/browse');
  });

  it('RT-11 is preferably an address that a guard interrupted, with its query', () => {
    const memory = recordInterruption(after('/well-done'), '/account/media/edit/7?x=1');
    expect(redirectTarget(recordVisit(memory, '/login'))).toBe('/account/media/edit/7?x=1');
  });

  it('RT-12 is the previous page if no address was interrupted', () => {
    expect(redirectTarget(after('/', '/well-done', '/login'))).toBe('/well-done');
  });

  it('RT-13 is /browse if there is neither', () => {
    expect(redirectTarget(after('/login'))).toBe('/browse');
    expect(redirectTarget(after('/login', '/login'))).toBe('/browse');
  });

  it('is not the page of a mailed link, which works only once', () => {
    for (const link of ['/verify/token', '/reset/token']) {
      expect(redirectTarget(after(link, '/login'))).toBe('/browse');
      expect(redirectTarget(after('/well-done', link, '/login'))).toBe('/well-done');
      expect(redirectTarget(['/login', link, '/login'].reduce(recordVisit, recordInterruption(FRESH, '/upload')))).toBe(
        '/upload',
      );
    }
  });

  it('keeps the page while the visitor goes from login to sign-up', () => {
    expect(redirectTarget(after('/well-done', '/login', '/signup'))).toBe('/well-done');
    const memory = recordInterruption(after('/'), '/upload');
    expect(redirectTarget(['/login', '/signup'].reduce(recordVisit, memory))).toBe('/upload');
  });

  it('forgets the interrupted address once the visitor opens another page', () => {
    const memory = recordInterruption(after('/'), '/upload');
    expect(redirectTarget(['/login', '/moods', '/login'].reduce(recordVisit, memory))).toBe('/moods');
  });

  it('doesn’t change at a reload', () => {
    const memory = after('/well-done', '/login');
    expect(recordVisit(memory, '/login')).toEqual(memory);
  });

  it('ER-02 does not remember a 401 on login and logout', () => {
    expect(recordInterruption(FRESH, '/login?subscribeTo=1').attempted).toBeNull();
    expect(recordInterruption(FRESH, '/logout').attempted).toBeNull();
    expect(recordInterruption(FRESH, '/genres/soul?seed=4').attempted).toBe('/genres/soul?seed=4');
  });

  it('is never login or logout, after any sequence of visits', () => {
    const path = fc.constantFrom(
      '/',
      '/login',
      '/logout',
      '/signup',
      '/upload',
      '/genres/soul',
      '/login?subscribeTo=1',
    );
    const step = fc.record({ path, interrupted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const memory = steps.reduce(
          (now, { path, interrupted: cut }) =>
            cut ? recordVisit(recordInterruption(now, path), '/login') : recordVisit(now, path),
          FRESH,
        );
        expect(redirectTarget(memory)).not.toMatch(/^\/(login|logout|signup)/);
      }),
    );
  });
});

describe('the memory of a tab', () => {
  it('is read as it was saved', () => {
    const storage = new Map<string, string>();
    const memory = after('/well-done', '/login');
    saveMemory(memory, () => ({ setItem: (key, value) => void storage.set(key, value) }));
    expect(readMemory(() => ({ getItem: (key) => storage.get(key) ?? null }))).toEqual(memory);
  });

  it('e15 lasts as long as the page if the browser blocks a site’s data', () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    expect(readMemory(blocked)).toEqual(FRESH);
    const memory = after('/well-done', '/login');
    saveMemory(memory, blocked);
    expect(readMemory(blocked)).toEqual(memory);
    saveMemory(FRESH, () => ({ setItem: () => {} }));
    expect(readMemory(blocked)).toEqual(FRESH);
  });

  it('is empty if its content is damaged or contains a foreign address', () => {
    for (const kept of ['{', '7', 'null', '{"attempted":"//evil.example","previous":7}'])
      expect(readMemory(() => ({ getItem: () => kept }))).toEqual(FRESH);
  });
});
