import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentParts } from './comment-parts.ts';

describe('the parts of a comment', () => {
  it('add up to the whole text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('1:23', ':', ' ', '\n', 'https://a.example/b?c=1#2', 'http://', '.', ')', '99:59:59', 'HTTPS://'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const parts = commentParts(text, null);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.filter((part) => !text.startsWith(part.text, part.at))).toEqual([]);
        expect(new Set(parts.map(({ at }) => at)).size).toBe(parts.length);
      }),
    );
  });

  it('include web addresses, without the punctuation after them', () => {
    expect(commentParts('See (https://a.example/b_(c)?d=1), or http://b.example.', null)).toEqual([
      { kind: 'words', text: 'See (', at: 0 },
      { kind: 'link', text: 'https://a.example/b_(c)?d=1', href: 'https://a.example/b_(c)?d=1', at: 5 },
      { kind: 'words', text: '), or ', at: 32 },
      { kind: 'link', text: 'http://b.example', href: 'http://b.example/', at: 38 },
      { kind: 'words', text: '.', at: 54 },
    ]);
    for (const words of ['javascript:alert(1)', 'data:text/html,x', 'example.org', 'https://'])
      expect(commentParts(words, null)).toEqual([{ kind: 'words', text: words, at: 0 }]);
  });

  it('include times within the song or video, and no other numbers', () => {
    const times = (text: string, length: number | null = null) =>
      commentParts(text, length).flatMap((part) => (part.kind === 'time' ? [part.seconds] : []));
    expect(times('0:05 and 1:23, 12:34; 1:02:03!')).toEqual([5, 83, 754, 3723]);
    expect(times('at 1:23', 83)).toEqual([83]);
    expect(times('at 1:24', 83)).toEqual([]);
    expect(times('1:2 1:60 3:2:10 2026-01-01T10:20:30:40 16:9 1.2:30 https://a.example/1:23')).toEqual([]);
  });
});
