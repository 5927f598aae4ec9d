import { artworkSvg } from '@scoville/contract/catalogue/media/artwork.ts';
import { expect, it } from 'vitest';
import { coverOf } from './media.cover.ts';

const artwork = { jpeg700: '/a/700.jpg', jpeg200: '/a/200.jpg', webp700: '/a/700.webp', webp200: '/a/200.webp' };

it('a cover is the artwork in both sizes, else the video’s poster, else a picture drawn from the id', () => {
  expect(coverOf({ id: 'x', artwork, poster: '/p.jpg' })).toEqual({
    src: '/a/700.webp',
    srcset: '/a/200.webp 200w, /a/700.webp 700w',
  });
  expect(coverOf({ id: 'x', artwork: null, poster: '/p.jpg' })).toEqual({ src: '/p.jpg' });
  const { src } = coverOf({ id: 'x', artwork: null, poster: null });
  expect(decodeURIComponent(src.replace('data:image/svg+xml,', ''))).toBe(artworkSvg('x'));
});
