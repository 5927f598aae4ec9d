import { describe, expect, it } from 'vitest';
import { albumPath } from '../../community/albums/album-path.ts';
import {
  RESERVED,
  SCREENS,
  TUS_PATH,
  categoryPath,
  isProfileName,
  isReserved,
  isTypeWord,
  listedPaths,
  mediaPath,
  nameOf,
  parseAlbumPath,
  parseProfilePath,
  plainPath,
  privatePaths,
  profilePath,
  screenAt,
  screenTitle,
} from './addresses.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const other = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('names in addresses', () => {
  it('are usernames or ids', () => {
    expect(['juno7', 'JUNO', id].filter((name) => !isProfileName(name))).toEqual([]);
    expect(['juno-reyes', '', 'a.b', '__proto__', id.toUpperCase()].filter(isProfileName)).toEqual([]);
  });

  it('e7 D-18 are never one of the product’s own first words, in upper or lower case', () => {
    const own = ['about', 'About', 'agenda', 'MEDIA', 'songs', 'home', 'perfectly-seasoned', 'Well-Done'];
    expect(own.filter((word) => !isReserved(word))).toEqual([]);
    expect(own.filter(isProfileName)).toEqual([]);
    expect(isReserved('constructor')).toBe(false);
    expect(isReserved('')).toBe(false);
  });

  it('exclude the first word of every screen’s path', () => {
    const words = Object.values(SCREENS).flatMap(({ path }) => /^\/([a-z-]+)/.exec(path)?.[1] ?? []);
    expect(words.filter((word) => !RESERVED.has(word))).toEqual([]);
    expect([...RESERVED].filter((word) => word !== word.toLowerCase() || word.startsWith('$'))).toEqual([]);
  });
});

describe('addresses of musicians and media', () => {
  const juno = { id, username: 'juno7' };

  it('begin with the username, or with the id for a musician without a username', () => {
    expect(nameOf({ id, username: null })).toBe(id);
    expect(profilePath(juno)).toBe('/juno7');
    expect(mediaPath({ id: other, musician: juno })).toBe(`/juno7/${other}`);
    expect(mediaPath({ id: other, musician: { id, username: null } })).toBe(`/${id}/${other}`);
  });

  it.each([
    ['/juno7', { name: 'juno7', type: null, mediaId: null }],
    [`/${id}`, { name: id, type: null, mediaId: null }],
    ['/juno7/songs', { name: 'juno7', type: 'songs', mediaId: null }],
    ['/juno7/videos', { name: 'juno7', type: 'videos', mediaId: null }],
    [`/juno7/${other}`, { name: 'juno7', type: null, mediaId: other }],
    [`/juno7/videos/${other}`, { name: 'juno7', type: 'videos', mediaId: other }],
  ])('are parsed: %s', (path, address) => {
    expect(parseProfilePath(path)).toEqual(address);
  });

  it.each([
    ['/'],
    [''],
    ['juno7'],
    ['x/juno7'],
    ['/browse'],
    ['/Account/media'],
    ['/juno7/pictures'],
    [`/juno7/pictures/${other}`],
    ['/juno7/songs/first'],
    [`/juno7/songs/${other}/more`],
    [`/juno7/${other}/songs`],
    ['/juno7/'],
    ['/juno7/constructor'],
    ['/juno.reyes'],
  ])('are rejected: %s', (path) => {
    expect(parseProfilePath(path)).toBeNull();
  });

  it('are parsed to the id of the album in an album’s address, regardless of the musician’s name', () => {
    expect(albumPath({ id: other, musician: juno })).toBe(`/juno7/albums/${other}`);
    for (const path of [`/juno7/albums/${other}`, `/${id}/albums/${other}`]) {
      expect(parseAlbumPath(path), path).toBe(other);
      expect(screenAt(path)).toBe(SCREENS.album);
      expect(parseProfilePath(path)).toBeNull();
    }
    for (const path of [
      '/juno7/albums',
      '/juno7/albums/x',
      `/juno7/songs/${other}`,
      `/juno7/albums/${other}/more`,
      `/browse/albums/${other}`,
    ])
      expect(parseAlbumPath(path), path).toBeNull();
  });

  it('name media types by the words songs and videos only', () => {
    expect(['songs', 'videos', 'song', 'constructor'].filter(isTypeWord)).toEqual(['songs', 'videos']);
  });
});

describe('addresses for search engines', () => {
  it('exclude the API and private screens', () => {
    const words = 'reset verify logout search favorites upload review account notifications messages admin'.split(' ');
    expect(privatePaths()).toEqual([
      '/api/',
      '/auth/',
      ...words.flatMap((word) => [`/${word}$`, `/${word}/`, `/${word}?`]),
    ]);
  });

  it('list the screens with permanent content', () => {
    expect(listedPaths()).toEqual([
      '/',
      '/browse',
      '/perfectly-seasoned',
      '/well-done',
      '/genres',
      '/moods',
      '/help/faq',
      '/help/about',
      '/help/terms',
      '/help/privacy',
      '/help/contact',
      '/help/takedown',
    ]);
    expect([categoryPath('genre', 'soul-food'), categoryPath('mood', 'calm')]).toEqual([
      '/genres/soul-food',
      '/moods/calm',
    ]);
  });
});

describe('titles of screens', () => {
  it('are looked up by path; screens named after their content have none', () => {
    const paths = ['/', '/login', '/messages', `/messages/${id}`, `/account/media/edit/${id}`, '/reset'];
    expect(paths.map(screenTitle)).toEqual(['Home', 'Sign in', 'Messages', 'Messages', 'Edit media', 'Password']);
    expect(['/juno', `/juno/${id}`, '/genres/soul', '/account', '', '/login/more'].map(screenTitle)).toEqual(
      Array(6).fill(null),
    );
  });
});

describe('an address in any form', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['', ''],
    ['/juno', '/juno'],
    ['/Juno/', '/Juno'],
    ['/juno///', '/juno'],
    [`/juno/${id.toUpperCase()}/`, `/juno/${id}`],
    [`/${id.toUpperCase()}/songs/${id.toUpperCase()}`, `/${id}/songs/${id}`],
    [`/juno/${id.toUpperCase()}0`, `/juno/${id.toUpperCase()}0`],
    ['/genres/SOUL/', '/genres/SOUL'],
  ])('is normalized from %s to %s', (path, plain) => {
    expect(plainPath(path)).toBe(plain);
    expect(plainPath(plain)).toBe(plain);
  });
  it('is a screen, a possible profile, or null', () => {
    for (const path of [
      '/',
      '/login',
      '/genres/soul',
      '/account',
      '/reset/x',
      '/juno',
      `/juno/songs/${id}`,
      `/juno/${id}`,
    ])
      expect(screenAt(path), path).not.toBeNull();
    for (const path of [
      '',
      '/wp-login.php',
      '/settings',
      '/account/nothing',
      '/juno/nothing',
      '/a/b/c/d',
      '/help/nothing',
    ])
      expect(screenAt(path), path).toBeNull();
  });
});

it('keeps the address to which unfinished uploads are sent', () => {
  expect(TUS_PATH).toBe('/api/upload/tus');
});
