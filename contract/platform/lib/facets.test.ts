import { describe, expect, it } from 'vitest';
import { facetsFrom } from './facets.ts';

const DEFAULT = { local: false, songs: true, videos: true, underReview: false };

describe('facets', () => {
  it('GM-02 default to songs and videos, not local and not under review', () => {
    for (const text of [
      undefined,
      '',
      '{}',
      'null',
      '[]',
      '"songs"',
      '{"songs":',
      '{"songs":1,"videos":null,"local":"yes"}',
    ])
      expect(facetsFrom(text), String(text)).toEqual(DEFAULT);
  });

  it('change only the given facets, as a boolean or as text', () => {
    expect(facetsFrom('{"songs":false}')).toEqual({ ...DEFAULT, songs: false });
    expect(facetsFrom('{"videos":"false","underReview":"true"}')).toEqual({
      ...DEFAULT,
      videos: false,
      underReview: true,
    });
    expect(facetsFrom('{"local":true,"other":true,"__proto__":{"songs":false}}')).toEqual({ ...DEFAULT, local: true });
  });
});
