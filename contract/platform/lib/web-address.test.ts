import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { completeAddress, contactAddress, webAddress } from './web-address.ts';

const Field = webAddress('Enter a web address.');
const Contact = contactAddress('Info is required', 'Info entered is invalid.');
const read = (schema: z.ZodMiniType<string>, typed: string): string => {
  const { data, error } = z.safeParse(schema, typed);
  return data ?? error?.issues.map(({ message }) => message).join() ?? '';
};

describe('a web address in a form', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' www.Example.org/songs?a=b#c ', 'https://www.Example.org/songs?a=b#c'],
    ['juno.bandcamp.com/album/ash', 'https://juno.bandcamp.com/album/ash'],
    ['example.org:8443/tickets', 'https://example.org:8443/tickets'],
    ['example.org?show=1', 'https://example.org?show=1'],
    ['müller.example', 'https://müller.example'],
    ['xn--mller-kva.xn--p1ai', 'https://xn--mller-kva.xn--p1ai'],
    ['juno.reyes', 'https://juno.reyes'],
    ['http://example.org', 'http://example.org'],
    ['HTTPS://example.org/a', 'HTTPS://example.org/a'],
    ['', ''],
  ])('%o becomes %o', (typed, address) => {
    expect(read(Field, typed)).toBe(address);
  });

  it.each([
    'juno',
    'my site.org',
    'javascript:alert(1)',
    'javascript:alert.example/1',
    'mailto:juno@example.org',
    'juno@example.org',
    'ftp://example.org',
    '//example.org',
    '/\\example.org',
    'example.org\\@other.example',
    'example.org@other.example',
    'example.org:0',
    '192.168.0.1',
    '212.555.0123',
    'example..org',
    '.org',
    'example.',
  ])('%o is refused', (typed) => {
    expect(read(Field, typed)).toBe('Enter a web address.');
  });

  it('has at most 500 characters, including a completed https://', () => {
    const typed = `example.org/${'a'.repeat(488)}`;
    expect(read(Field, typed.slice(0, -8))).toHaveLength(500);
    expect(read(Field, typed)).toBe('Use at most 500 characters.');
  });

  it('is unchanged if it has a scheme', () => {
    expect(completeAddress('https://')).toBe('https://');
  });
});

describe('a way of contact', () => {
  it.each([
    ['example.org', 'https://example.org'],
    ['instagram.com/juno.reyes', 'https://instagram.com/juno.reyes'],
    ['www.juno.reyes', 'https://www.juno.reyes'],
    ['juno.fm', 'https://juno.fm'],
    ['juno.music', 'https://juno.music'],
    ['juno@example.org', 'juno@example.org'],
    ['212.555.0123', '212.555.0123'],
    ['+44 20 7946 0018', '+44 20 7946 0018'],
    ['http://example.org', 'http://example.org'],
  ])('%o becomes %o', (typed, info) => {
    expect(read(Contact, typed)).toBe(info);
  });

  it.each(['juno.reyes', '@juno', 'juno', 'javascript:alert(1)'])('%o is refused', (typed) => {
    expect(read(Contact, typed)).toBe('Info entered is invalid.');
  });

  it('is required', () => {
    expect(read(Contact, ' ')).toBe('Info is required');
  });
});
