import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPTED_FILES } from './plans.ts';
import { extensionOf, nameIsAccepted, safeFileName } from './uploads.ts';

/** Names as hostile senders make them: pieces of paths, dots, extensions and anything else. */
const piece = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '/',
    '\\',
    'mp3',
    '.mp3',
    '.MP3',
    '.flac',
    '.exe',
    '.php',
    '%00',
    '\0',
    ' ',
    '\u202e',
    'é',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constant('a'.repeat(130)),
);
const anyName = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('the extension of a name', () => {
  it.each([
    ['song.mp3', 'mp3'],
    ['Song.Mp3', 'mp3'],
    ['song.mp3.exe', 'exe'],
    ['song.php.mp3', 'mp3'],
    ['*.mp3', 'mp3'],
    ['.mp3', 'mp3'],
    ['データ.flac', 'flac'],
    ['a.mp3/../b', ''],
    ['C:\\x.mp3\\b.wav', 'wav'],
    ['song.mp3 ', 'mp3'],
    ['song.mp3.', ''],
    ['song.mрЗ', 'm'],
    ['mp3', ''],
    ['..', ''],
    ['', ''],
  ])('of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

  it('X-21 UP-18 is one of the list, whatever its case; a foreign one behind it is not', () => {
    for (const one of ['flac', 'oga', 'ogg', 'm4a', 'mp3', 'wav', 'm4v', 'mp4', 'mov', 'webm'])
      for (const extension of [one, one.toUpperCase()])
        expect(nameIsAccepted(`song.${extension}`, ACCEPTED_FILES)).toBe(true);
    for (const foreign of [
      'aiff',
      'opus',
      'mkv',
      'avi',
      'mid',
      'ape',
      '3gp',
      'mp4a',
      'svg',
      'php',
      'mp3.exe',
      'mp3.html',
    ])
      expect(nameIsAccepted(`song.${foreign}`, ACCEPTED_FILES)).toBe(false);
  });

  it('UP-20 is the one under which an accepted file is kept, and the name that is kept is accepted as well', () => {
    // Half of the names end as an accepted file's, so that what holds for those is asked often.
    const ending = fc.constantFrom(...ACCEPTED_FILES, 'MP3', 'Flac').map((extension) => `.${extension}`);
    const names = fc.oneof(
      anyName,
      fc.tuple(anyName, ending).map((parts) => parts.join('')),
    );
    let accepted = 0;
    fc.assert(
      fc.property(names, (name) => {
        const safe = safeFileName(name);
        expect(safe).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/);
        expect(safe).not.toContain('..');
        expect(safeFileName(safe)).toBe(safe);
        if (nameIsAccepted(name, ACCEPTED_FILES)) {
          accepted += 1;
          expect(extensionOf(safe)).toBe(extensionOf(name));
        }
        expect(nameIsAccepted(safe, ACCEPTED_FILES)).toBe(nameIsAccepted(name, ACCEPTED_FILES));
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it('is accepted behind any stem and never behind another extension', () => {
    const extension = fc.constantFrom(...ACCEPTED_FILES);
    fc.assert(
      fc.property(anyName, extension, fc.stringMatching(/^[a-z0-9]{1,6}$/), (stem, own, foreign) => {
        expect(nameIsAccepted(`${stem}.${own}`, ACCEPTED_FILES)).toBe(true);
        expect(nameIsAccepted(`${stem}.${own}.${foreign}`, ACCEPTED_FILES)).toBe(ACCEPTED_FILES.includes(foreign));
      }),
    );
  });
});
