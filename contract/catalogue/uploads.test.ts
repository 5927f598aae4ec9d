import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPTED_FILES } from '../accounts/plans.ts';
import * as z from 'zod/mini';
import { Media } from './media/media.ts';
import {
  IMAGE_LIMIT_MB,
  ORIGINAL_GONE,
  REPLACED_WITH_VERDICT,
  REPLACEMENT_UNDER_WAY,
  SHORT_OF_SPACE,
  UploadProgress,
  WRONG_TYPE,
  discardReplacement,
  extensionOf,
  fileTooBig,
  fileTooLarge,
  limitReachedMessage,
  nameIsAccepted,
  removeImage,
  removeProgress,
  replaceFile,
  retryProcessing,
  safeFileName,
  staleUploads,
  tooManyFailures,
  tooManyUploadsMessage,
  unfinishedFull,
  upload,
  uploadImage,
  uploadProgress,
} from './uploads.ts';

/** Any UTF-16 unit, including lone surrogates; fast-check's own `binary` takes a second to start. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

/** Names as attackers choose them: parts of paths, dots, extensions and any other text. */
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
  fc.string({ unit: anyUnit, maxLength: 8 }),
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

  it('X-21 UP-18 is accepted if it is listed, in any case, but not if another extension follows it', () => {
    for (const one of ['flac', 'oga', 'ogg', 'm4a', 'mp3', 'wav', 'aif', 'aiff', 'aifc', 'm4v', 'mp4', 'mov', 'webm'])
      for (const extension of [one, one.toUpperCase()])
        expect(nameIsAccepted(`song.${extension}`, ACCEPTED_FILES)).toBe(true);
    for (const foreign of [
      'aiffs',
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

  it('UP-20 is kept in the stored name of an accepted file, and the stored name is accepted, too', () => {
    // Half of the names end like an accepted file's, so that the check of accepted names runs often.
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

  it('is accepted after any stem, but not before another extension', () => {
    const extension = fc.constantFrom(...ACCEPTED_FILES);
    fc.assert(
      fc.property(anyName, extension, fc.stringMatching(/^[a-z0-9]{1,6}$/), (stem, own, foreign) => {
        expect(nameIsAccepted(`${stem}.${own}`, ACCEPTED_FILES)).toBe(true);
        expect(nameIsAccepted(`${stem}.${own}.${foreign}`, ACCEPTED_FILES)).toBe(ACCEPTED_FILES.includes(foreign));
      }),
    );
  });
});

describe('the name under which a file is stored', () => {
  it.each([
    ['.mp3', 'file.mp3'],
    ['.my.mp3', 'my.mp3'],
    ['a..b...mp3', 'a.b.mp3'],
    ['', 'file'],
    ['...', 'file'],
    ['C:\\music/one\\song.mp3', 'song.mp3'],
    ['é ü.mp3', 'file.mp3'],
    [`${'a'.repeat(200)}.flac`, `${'a'.repeat(115)}.flac`],
    [`${'a'.repeat(116)}.mp3`, `${'a'.repeat(116)}.mp3`],
    [`${'a'.repeat(117)}.mp3`, `${'a'.repeat(116)}.mp3`],
    [`${'a.b'.repeat(50)}.mp3`, `${'a.b'.repeat(50).slice(0, 116)}.mp3`],
    [`${'a'.repeat(200)}.acoustic`, 'a'.repeat(120)],
    ['a'.repeat(200), 'a'.repeat(120)],
  ])('of %j is %j', (name, safe) => expect(safeFileName(name)).toBe(safe));
});

it('each refusal has its message for users', () => {
  expect([
    fileTooLarge(50),
    fileTooBig(50.06, 50),
    WRONG_TYPE,
    SHORT_OF_SPACE,
    tooManyUploadsMessage(20),
    unfinishedFull(150),
    tooManyFailures(11),
    ORIGINAL_GONE,
    REPLACED_WITH_VERDICT,
    REPLACEMENT_UNDER_WAY,
    limitReachedMessage('trial'),
  ]).toEqual([
    'File is too large. File size must not be greater than 50 MB.',
    'File is too big (50.1 MB). Max filesize: 50 MB.',
    "You can't upload files of this type.",
    'The server is short of disk space, so your file was not accepted. Try again later.',
    'At most 20 files may be uploading at a time. Let some of them finish, or try again in a few minutes.',
    'Your unfinished uploads may take at most 150 MB together. Let some of them finish, or try again in a few minutes.',
    '11 files could not be processed within 24 hours. Try again tomorrow.',
    'The file of this upload is no longer kept. Upload it again.',
    'A reviewer has given a verdict on this file, so it cannot be replaced. Upload the new file as a separate media.',
    'A replacement for this file is still being processed. Wait until it is done.',
    'trial limit reached',
  ]);
  expect(IMAGE_LIMIT_MB).toBe(25);
});

describe('the calls of uploads', () => {
  const calls = [
    upload,
    replaceFile,
    discardReplacement,
    uploadProgress,
    staleUploads,
    removeProgress,
    retryProcessing,
    uploadImage,
    removeImage,
  ];
  /** The required fields of a schema: those that are missing from an empty object. */
  const fieldsOf = (schema: unknown): string[] =>
    (z.safeParse(schema as z.ZodMiniType, {}).error?.issues ?? []).map(({ path }) => path.join('.'));

  it('are for members, at their own addresses', () => {
    expect(calls.map(({ method, path, access, status }) => [method, path, access, status])).toEqual([
      ['POST', '/api/upload', 'member', 202],
      ['POST', '/api/upload/replace/:id', 'member', 202],
      ['DELETE', '/api/upload/replace/:id', 'member', 200],
      ['GET', '/api/upload/progress', 'member', 200],
      ['GET', '/api/upload/stale', 'member', 200],
      ['DELETE', '/api/upload/progress/:fileName', 'member', 200],
      ['POST', '/api/upload/retry/:id', 'member', 200],
      ['POST', '/api/upload/image', 'member', 200],
      ['POST', '/api/upload/image/delete', 'member', 200],
    ]);
    expect(calls.filter(({ multipart }) => multipart)).toEqual([upload, replaceFile, uploadImage]);
    expect(uploadImage.perMinute).toBe(10);
  });

  it('have the documented parameters, bodies and replies', () => {
    expect(calls.map(({ params, body, reply }) => [fieldsOf(params), fieldsOf(body), fieldsOf(reply)])).toEqual([
      [[], [], ['media', 'ad', 'duplicateOf']],
      [['id'], [], ['media', 'duplicateOf']],
      [['id'], [], fieldsOf(Media)],
      [[], [], ['progress', 'total']],
      [[], [], ['progress', 'total']],
      [['fileName'], [], ['fileName', 'deleted']],
      [['id'], [], fieldsOf(retryProcessing.reply)],
      [[], ['imageType', 'targetId'], ['imageUrl', 'version', 'artwork']],
      [[], ['imageType', 'targetId'], ['id', 'deleted']],
    ]);
    expect(fieldsOf(UploadProgress)).toEqual([
      'fileName',
      'media',
      'replaces',
      'stage',
      'progress',
      'error',
      'errorMsg',
      'updatedOn',
    ]);
    const id = '01a1fcfe-8cbb-7b35-be4f-64e482914812';
    const progress = {
      fileName: 'song.mp3',
      media: { id, title: 'Song', mediaType: 'song' },
      replaces: false,
      stage: 'Queued',
      progress: 0,
      error: false,
      errorMsg: null,
      updatedOn: '2026-11-22T00:00:00.000Z',
    };
    expect(z.parse(UploadProgress, { ...progress, more: 1 })).toEqual(progress);
    expect(z.parse(UploadProgress, { ...progress, media: null })).toEqual({ ...progress, media: null });
    for (const type of ['profile', 'artwork', 'album', 'band', 'genre', 'mood'])
      expect(z.parse(removeImage.body as z.ZodMiniType, { imageType: type, targetId: id })).toBeTruthy();
    expect(z.safeParse(removeImage.body as z.ZodMiniType, { imageType: 'other', targetId: id }).success).toBe(false);
    expect(z.safeParse(removeImage.reply as z.ZodMiniType, { id, deleted: false }).success).toBe(false);
    expect(z.parse(removeProgress.reply as z.ZodMiniType, { fileName: 'a', deleted: true })).toBeTruthy();
    const duplicate = z.safeParse(upload.reply, { duplicateOf: {} }).error?.issues ?? [];
    expect(duplicate.map(({ path }) => path.join('.'))).toEqual(['media', 'ad', 'duplicateOf.id', 'duplicateOf.title']);
    const named = (length: number) => z.safeParse(removeProgress.params, { fileName: 'a'.repeat(length) }).success;
    expect([named(200), named(201)]).toEqual([true, false]);
  });
});
