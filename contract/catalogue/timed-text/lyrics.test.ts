import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lyricsText, parseLyrics } from './lyrics.ts';

const words = fc
  .array(fc.constantFrom('salt', 'Ångström', '火', '<3', '[x', '(again)', 'ar:', "it's"), { maxLength: 6 })
  .map((all) => all.join(' '));
const some = { minLength: 1, maxLength: 40 };
const at = fc.integer({ min: 0, max: 599_999 });

const plainLine = (text: string) => ({ start: null, end: null, text });
const timedLine = (hundredths: number, text: string) => ({ start: hundredths / 100, end: null, text });

describe('lyrics', () => {
  it('timed lines are parsed as written and sorted by time, with any order and line ends in the file', () => {
    const line = fc.tuple(at, words).map(([time, text]) => timedLine(time, text));
    fc.assert(
      fc.property(fc.array(line, some), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        fc.pre(lines.some(({ text }) => text !== ''));
        const sorted = lines.toSorted((one, other) => one.start - other.start);
        expect(parseLyrics(lyricsText(lines).replaceAll('\n', end))).toEqual({ lines: sorted });
        expect(parseLyrics(lyricsText(sorted))).toEqual({ lines: sorted });
      }),
    );
  });

  it('plain lines are parsed as written, and unchanged when written and parsed again', () => {
    fc.assert(
      fc.property(fc.array(words, some), (texts) => {
        const parsed = parseLyrics(texts.join('\n'));
        if ('problem' in parsed) {
          expect(texts.join('')).toBe('');
          return;
        }
        expect(parsed.lines.map(({ text }) => text).filter(Boolean)).toEqual(texts.filter(Boolean));
        expect(parseLyrics(lyricsText(parsed.lines))).toEqual(parsed);
      }),
    );
  });

  it('any text is parsed to lines in order or to a sentence about the problem', () => {
    const piece = fc.constantFrom(
      '[00:01.00]',
      '[01:2',
      '[offset:500]',
      '[ar:Bo]',
      '<00:02.00>',
      'salt',
      '\n',
      '\r',
      ' ',
      '\u0000',
      '\u202e',
      '[999:59.999]',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
        ),
        (text) => {
          const parsed = parseLyrics(text);
          if ('problem' in parsed) {
            expect(parsed.problem).toMatch(/^[A-Z].*\.$/);
            return;
          }
          const starts = parsed.lines.map(({ start }) => start);
          expect(new Set(starts.map((start) => start === null)).size).toBe(1);
          expect(starts).toEqual(starts.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
          expect(starts.every((start) => start === null || start >= 0)).toBe(true);
          // eslint-disable-next-line no-control-regex
          for (const line of parsed.lines) expect(line.text).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u202a-\u202e]/);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('LRC files are parsed with names, an offset, several times of one line, and times of words', () => {
    const lrc =
      '[ar:Bo]\n[ti: Salt]\n[offset:+500]\n\n[00:10.50][01:10.5] Salt\n[00:05]<00:05.10>and <00:05.90>smoke\n[02:00:25]\n[00:00.10]Hey';
    expect(parseLyrics(lrc)).toEqual({
      lines: [
        timedLine(0, 'Hey'),
        timedLine(450, 'and smoke'),
        timedLine(1000, 'Salt'),
        timedLine(7000, 'Salt'),
        timedLine(11_975, ''),
      ],
    });
  });

  it('plain lyrics keep headings and verses, with at most one empty line between two', () => {
    expect(parseLyrics('\n[ti:Salt]\n[Chorus]\nSalt\n\n\n\nSmoke\n\n')).toEqual({
      lines: ['[Chorus]', 'Salt', '', 'Smoke'].map(plainLine),
    });
  });

  it.each([
    ['', 'There are no words in these lyrics.'],
    ['[00:01.00]\n[00:02.00] ', 'There are no words in these lyrics.'],
    ['[00:01.00]Salt\nSmoke', 'Line 2 has no time. Give every line one, such as [01:23.45], or none.'],
    ['Salt\n'.repeat(1001), 'Lyrics may have 1,000 lines at most.'],
    [`${'[00:01.00]'.repeat(1001)}Salt`, 'Lyrics may have 1,000 lines at most.'],
    ['x'.repeat(301), 'A line of lyrics may have 300 characters at most.'],
    ['x'.repeat(200_001), 'The lyrics must not be larger than 200 KB.'],
    ['Salt \ufffd', 'This is not UTF-8 text. Save the file as text in UTF-8 and choose it again.'],
  ])('are rejected with a message about the problem and its place (case %#)', (text, problem) => {
    expect(parseLyrics(text)).toEqual({ problem });
  });
});
