import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chromaAndHue, zoneColours } from './zone-colours.ts';

/** Relative luminance (WCAG 2.2) of linear channels, clamped to the range that a screen shows. */
const luminance = (parts: number[]): number => {
  const [r = 0, g = 0, b = 0] = parts.map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ofHex = (hex: string): number =>
  luminance(
    [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }),
  );
const ofOklch = (text: string): number => {
  const [lightness = 0, chroma = 0, hue = 0] = text.match(/[\d.]+/g)!.map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return luminance([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
};
const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

it('the colours of a zone are readable on the page in both themes, with any picture', () => {
  // The backgrounds of web/styles.css: page, surface, raised.
  fc.assert(
    fc.property(colour, (hex) => {
      const zone = zoneColours(hex)!;
      for (const ground of ['#fdf8f2', '#ffffff', '#f5ebe0'])
        expect(contrast(ofOklch(zone.light), ofHex(ground))).toBeGreaterThan(4.5);
      for (const ground of ['#16110e', '#1f1814', '#2a211b'])
        expect(contrast(ofOklch(zone.dark), ofHex(ground))).toBeGreaterThan(4.5);
    }),
  );
});

it('the colours of a zone have the hue of its picture; grey stays grey, and without a picture there are none', () => {
  expect(Math.round(chromaAndHue('#ff0000').hue)).toBe(29);
  expect(Math.round(chromaAndHue('#0000ff').hue)).toBe(264);
  expect(zoneColours('#808080')?.light).toMatch(/^oklch\(0.45 0.000 /);
  expect(zoneColours(null)).toBeNull();
});
