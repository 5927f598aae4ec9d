import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TIMED_TEXT_KB, linesAt } from './timed-text.ts';
import { parseWebVtt, writeWebVtt } from './web-vtt.ts';

const file = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');
const stamp = (ms: number) => {
  const two = (value: number, width = 2) => String(value).padStart(width, '0');
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${two(ms % 1000, 3)}`;
};
const words = fc.array(fc.constantFrom('salt', 'Ångström', '火', '<3', '& co', "it's", '"hot"'), {
  minLength: 1,
  maxLength: 6,
});
const cue = fc
  .record({ start: fc.integer({ min: 0, max: 9_000_000 }), lasts: fc.integer({ min: 1, max: 60_000 }), words })
  .map(({ start, lasts, words: said }) => ({ start, end: start + lasts, text: said.join(' ') }));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('captions', () => {
  it('every caption of a file is parsed with its times and text, sorted by start time', () => {
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (cues, end) => {
        const blocks = cues.map(
          ({ start, end: to, text }, n) =>
            `${n % 2 ? `${n}\n` : ''}${stamp(start)} --> ${stamp(to)} align:start\n${escaped(text)}`,
        );
        const parsed = parseWebVtt(`\ufeff${file('NOTE made by hand', ...blocks)}\n`.replaceAll('\n', end));
        const expected = cues.map(({ start, end: to, text }) => ({ start: start / 1000, end: to / 1000, text }));
        expect(parsed).toEqual({ lines: expected.toSorted((one, other) => one.start - other.start) });
      }),
    );
  });

  it('any text is parsed to captions within their limits or to a sentence about the problem', () => {
    const piece = fc.constantFrom(
      'WEBVTT',
      '\n',
      '\n\n',
      '00:01.000',
      ' --> ',
      '00:02.000',
      '<v Bo>',
      '<',
      '&lt;',
      '\u0000',
      '\u202e',
      'NOTE',
      'x',
      '\r',
      '99:99.999',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((all) => `WEBVTT\n\n${all.join('')}`),
        ),
        (text) => {
          const parsed = parseWebVtt(text);
          if ('problem' in parsed) {
            expect(parsed.problem).toMatch(/^[A-Z].*\.$/);
            return;
          }
          expect(parsed.lines.length).toBeGreaterThan(0);
          for (const { start, end, text: shown } of parsed.lines) {
            expect(end).toBeGreaterThan(start ?? NaN);
            expect(shown).toMatch(/\S/);
            // eslint-disable-next-line no-control-regex
            expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('styles, regions, notes and markup are skipped, and entities are decoded', () => {
    const parsed = parseWebVtt(
      file(
        'STYLE\n::cue { background: url(//evil.example) }',
        'REGION\nid:bill',
        'NOTE\nnot said',
        'first\n00:01.000 --> 00:02.500 line:0 position:20%\n<v Bo><b>Salt</b> &amp; <00:01.500>smoke</v>\n<c.loud>now</c>',
        '00:03.000 --> 00:04.000\n&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; &copy;',
        '00:05.000 --> 00:06.000\n<i></i>',
      ),
    );
    expect(parsed).toEqual({
      lines: [
        { start: 1, end: 2.5, text: 'Salt & smoke\nnow' },
        { start: 3, end: 4, text: '<script>alert(1)</script> &lt; &copy;' },
      ],
    });
  });

  it.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nSRT', 'This is not a WebVTT file: its first line must be WEBVTT.'],
    ['', 'This is not a WebVTT file: its first line must be WEBVTT.'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\nx', 'This is not a WebVTT file: its first line must be WEBVTT.'],
    ['WEBVTT', 'There are no captions in this file.'],
    [file('00:00:01,000 --> 00:00:02,000\nx'), 'Line 3: “00:00:01,000” is not a valid time. Write it as 00:01:02.500.'],
    [file('00:01.000 --> 00:61.000\nx'), 'Line 3: “00:61.000” is not a valid time. Write it as 00:01:02.500.'],
    [
      file('00:01.000 --> 00:02.000\nx', '9\n00:05.000 --> 00:05.000\nx'),
      'Line 7: a caption must end after it begins.',
    ],
    [file('just words'), 'Line 3: a caption must begin with its times, 00:01.000 --> 00:04.000.'],
    [file(`00:01.000 --> 00:02.000\n${'x'.repeat(501)}`), 'Line 3: a caption may have 500 characters at most.'],
    [
      'WEBVTT\u0000\n\n00:01.000 --> 00:02.000\nx',
      'This is not UTF-8 text. Save the file as text in UTF-8 and choose it again.',
    ],
    [`WEBVTT\n\n${'€'.repeat(MAX_TIMED_TEXT_KB * 334)}`, 'The captions must not be larger than 200 KB.'],
    [
      file(...Array.from({ length: 5001 }, () => '00:01.000 --> 00:02.000\nx')),
      'Line 15003: a video may have 5,000 captions at most.',
    ],
  ])('are rejected with a message about the problem and its place (case %#)', (text, problem) => {
    expect(parseWebVtt(text)).toEqual({ problem });
  });

  it('are parsed unchanged from the file that writeWebVtt writes', () => {
    const word = fc.stringMatching(/^[\wäß<>&;"'.:-]{1,12}$/);
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('\n'));
    const cue = fc
      .tuple(fc.nat(359_000_000), fc.integer({ min: 1, max: 900_000 }), text)
      .map(([from, length, said]) => ({
        start: from / 1000,
        end: (from + length) / 1000,
        text: said,
      }));
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 20 }), (cues) => {
        const sorted = cues.toSorted((one, other) => one.start - other.start);
        expect(parseWebVtt(writeWebVtt(sorted))).toEqual({ lines: sorted });
      }),
    );
  });

  it('a missing empty line after the header is accepted', () => {
    expect(parseWebVtt('WEBVTT\n00:01.000 --> 00:02.000\nx')).toEqual({ lines: [{ start: 1, end: 2, text: 'x' }] });
  });
});

describe('linesAt', () => {
  const captions = [
    { start: 1, end: 3, text: 'a' },
    { start: 2, end: 4, text: 'b' },
  ];
  const lyrics = [0, 2, 2, 5].map((start) => ({ start, end: null, text: String(start) }));
  it.each([
    [captions, 0.99, []],
    [captions, 1, [0]],
    [captions, 2.5, [0, 1]],
    [captions, 3, [1]],
    [captions, 4, []],
    [lyrics, 1.9, [0]],
    [lyrics, 2, [2]],
    [lyrics, 900, [3]],
    [[{ start: null, end: null, text: 'plain' }], 5, []],
  ])('returns the indexes of the lines shown at a time (case %#)', (lines, at, expected) => {
    expect(linesAt(lines, at)).toEqual(expected);
  });
});
