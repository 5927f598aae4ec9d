import { describe, expect, it } from 'vitest';
import { mediaIdIn } from './takedowns.ts';

const MUSICIAN = '01a20673-e6ad-7a95-8340-af3932447d2f';
const MEDIA = '01a20673-eb1d-7d87-a813-d7238cf90154';

describe('mediaIdIn', () => {
  it('returns the last id of the path and ignores the rest of the address', () => {
    for (const link of [
      `https://music.example/olga/${MEDIA}`,
      `https://music.example/${MUSICIAN}/${MEDIA}`,
      `https://music.example/${MUSICIAN}/songs/${MEDIA.toUpperCase()}/`,
      `${MUSICIAN}/${MEDIA}?t=12&from=${MUSICIAN}#${MUSICIAN}`,
      MEDIA,
    ])
      expect(mediaIdIn(link), link).toBe(MEDIA);
  });

  it('returns null without an id in the path', () => {
    for (const link of ['', 'https://music.example/olga', `https://music.example/?media=${MEDIA}`])
      expect(mediaIdIn(link), link).toBeNull();
  });
});
