/** Lightness (OKLCH, 0 to 1) of the zone's colour in each theme: with enough contrast to the page to be readable. */
const LIGHTNESS = { light: 0.45, dark: 0.82 };
/** A higher chroma would be outside of the range that screens show at these lightnesses. */
const MOST_CHROMA = 0.11;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Chroma and hue (degrees) of a colour `#rrggbb` in OKLCH (Björn Ottosson's matrices). Pure. */
export function chromaAndHue(hex: string): { chroma: number; hue: number } {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(a, bb), hue: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

/**
 * The colour of a zone for each theme, derived from the dominant colour of its picture: the hue of that colour, with a
 * lightness that is readable on the page, whatever the picture's lightness. Null without a picture.
 */
export function zoneColours(hex: string | null): { light: string; dark: string } | null {
  if (hex === null) return null;
  const { chroma, hue } = chromaAndHue(hex);
  const of = (lightness: number) => `oklch(${lightness} ${Math.min(chroma, MOST_CHROMA).toFixed(3)} ${hue.toFixed(1)})`;
  return { light: of(LIGHTNESS.light), dark: of(LIGHTNESS.dark) };
}
