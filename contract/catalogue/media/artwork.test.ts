import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artworkColors, artworkSvg } from './artwork.ts';

/** Any UTF-16 unit, including lone surrogates; fast-check's own `binary` takes a second to start. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

describe('artworkSvg', () => {
  it('draws the same picture for the same text and different pictures for different texts', () => {
    const texts = Array.from({ length: 200 }, (_, i) => `0190a5c0-0000-7000-8000-${String(i).padStart(12, '0')}`);
    const pictures = texts.map((text) => artworkSvg(text));
    expect(texts.map((text) => artworkSvg(text))).toEqual(pictures);
    expect(new Set(pictures).size).toBe(texts.length);
    const grounds = new Set(texts.map((text) => artworkColors(text)[0]));
    expect(grounds.size, 'all eight palettes occur').toBe(8);
  });

  it('keeps the text out of the document', () => {
    const allowed = /^[\w\s"'=<>/.:#%()-]*$/;
    const elements = /^(svg|g|rect|circle|path)$/;
    fc.assert(
      fc.property(fc.string({ unit: anyUnit, maxLength: 60 }), (text) => {
        const svg = artworkSvg(`${text}"><script>alert(1)</script>`, 200);
        expect(svg).toMatch(allowed);
        for (const [, name] of svg.matchAll(/<\/?([a-z]+)/g)) expect(name).toMatch(elements);
        expect(svg).not.toContain('NaN');
        expect(svg).not.toContain('undefined');
      }),
    );
  });

  it('fills the background with the first colour and uses the requested size', () => {
    const svg = artworkSvg('a song', 700);
    expect(svg).toContain('width="700" height="700"');
    expect(svg).toContain(`fill="${artworkColors('a song')[0]}"`);
    expect(artworkSvg('a song')).toContain('width="100%"');
  });

  it('stays under 4 kB compressed, because it is part of the first load', async () => {
    expect(gzipSync(await readFile(new URL('artwork.ts', import.meta.url))).length).toBeLessThan(4096);
  });
});
