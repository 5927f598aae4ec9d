/** Sides in pixels of the square artwork that podcast directories accept. */
export const FEED_ARTWORK = { from: 1400, to: 3000 } as const;

/** The permanent pathname of the picture of a public song or video. */
export const picturePath = (mediaId: string): string => `/api/media/${mediaId}/picture.jpg`;

/** Background and two inks: the eight palettes of the visual identity. */
const PALETTES = [
  ['#1b1b3a', '#f25f5c', '#247ba0'],
  ['#f3a712', '#29335c', '#e4572e'],
  ['#3b0d0c', '#ffb347', '#ff5a1f'],
  ['#0b2b2b', '#ff9f1c', '#2ec4b6'],
  ['#22223b', '#c9ada7', '#4a4e69'],
  ['#f4e285', '#1d3b2a', '#7bc47f'],
  ['#f46036', '#02182b', '#d7263d'],
  ['#26203b', '#ffd166', '#ef476f'],
] as const;

/** Numbers in [0, 1) from a text: FNV-1a over its UTF-16 units, MurmurHash3's finaliser, then Marsaglia's xorshift32. */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  state = (state ^ (state >>> 16)) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

/** Coordinates run from 0 to 100; `range(a, b)` returns a random number with one decimal. */
interface Pen {
  ink: string;
  other: string;
  ground: string;
  range: (from: number, to: number) => number;
}

const circle = (x: number, y: number, r: number, paint: string) => `<circle cx="${x}" cy="${y}" r="${r}" ${paint}/>`;
const rect = (x: number, y: number, w: number, h: number, paint: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${paint}/>`;
const path = (d: string, paint: string) => `<path d="${d}" ${paint}/>`;
const fill = (color: string, opacity = 1) => `fill="${color}"` + (opacity < 1 ? ` opacity="${opacity}"` : '');
const stroke = (color: string, width: number, opacity = 1) =>
  `fill="none" stroke="${color}" stroke-width="${width}" opacity="${opacity}"`;
const times = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('');
const whole = (pen: Pen, from: number, to: number) => Math.floor(pen.range(from, to + 0.9));

const SHAPES: ((pen: Pen) => string)[] = [
  function sunAndWaves({ ink, other, ground, range }) {
    const y = range(60, 74);
    return (
      circle(range(30, 70), range(30, 52), range(16, 27), fill(ink)) +
      path(`M0 ${y}Q25 ${y - range(8, 20)} 50 ${range(64, 72)}T100 ${range(58, 72)}V100H0Z`, fill(other)) +
      path(`M0 ${range(78, 88)}Q30 ${range(66, 76)} 60 ${range(80, 88)}T100 76V100H0Z`, fill(ground, 0.85))
    );
  },
  function stripes({ ink, other, range }) {
    const lean = range(18, 40);
    return times(7, (i) => {
      const x = i * 19 - 24;
      return path(`M${x} 110L${x + lean} -10`, stroke(i % 2 ? other : ink, range(5, 14), range(0.5, 1)));
    });
  },
  function bars({ ink, other, range }) {
    return times(7, (i) => {
      const y = range(14, 84);
      return rect(8 + i * 12.5, y, 8, 110 - y, `rx="4" ${fill(i % 2 ? other : ink, range(0.6, 1))}`);
    });
  },
  function rings({ ink, other, range }) {
    return times(5, (i) =>
      circle(range(42, 60), range(42, 60), 46 - i * 9, stroke(i % 2 ? other : ink, range(2, 7), 0.9 - i * 0.1)),
    );
  },
  function hills({ ink, other, ground, range }) {
    const peak = range(30, 70);
    return (
      circle(range(20, 80), range(18, 34), range(7, 12), fill(ink)) +
      path(`M-10 100L${peak} ${range(30, 44)}L${peak + 70} 100Z`, fill(other)) +
      path(`M${peak - 90} 100L${peak - 34} ${range(48, 60)}L${peak + 20} 100Z`, fill(ink, 0.8)) +
      path(`M0 ${range(82, 88)}Q50 ${range(70, 80)} 100 ${range(82, 90)}V100H0Z`, fill(ground))
    );
  },
  function quarters(pen) {
    const corners = [
      'M0 0H25A25 25 0 0 1 0 25Z',
      'M25 0V25A25 25 0 0 1 0 0Z',
      'M25 25H0A25 25 0 0 1 25 0Z',
      'M0 25V0A25 25 0 0 1 25 25Z',
    ];
    return times(16, (i) => {
      const corner = corners[whole(pen, 0, 3)] ?? '';
      const color = [pen.ink, pen.other, pen.ink, pen.other, pen.ground][whole(pen, 0, 4)] ?? pen.ink;
      return `<g transform="translate(${(i % 4) * 25} ${Math.floor(i / 4) * 25})">${path(corner, `${fill(color)} stroke="${color}" stroke-width=".3"`)}</g>`;
    });
  },
  function arches({ ink, other, ground, range }) {
    const x = range(36, 64);
    const step = range(8, 10);
    return times(5, (i) => {
      const r = 46 - i * step;
      return path(
        `M${x - r} 101V56A${r} ${r} 0 0 1 ${x + r} 56V101Z`,
        fill([ink, ground, other, ground, ink][i] ?? ink),
      );
    });
  },
  function dots({ ink, other, range }) {
    const drift = range(0, 6);
    return times(36, (i) => {
      const row = Math.floor(i / 6);
      const x = 10 + (i % 6) * 16;
      const r = 1.5 + Math.round(60 * (0.5 + 0.5 * Math.sin((i % 6) * 0.9 + row * 0.7 + drift))) / 10;
      return circle(x, 10 + row * 16, r, fill((i + row) % 3 ? ink : other));
    });
  },
  function moonOverWater({ ink, other, range }) {
    const x = range(34, 66);
    return (
      circle(x, 36, range(18, 24), fill(ink)) +
      times(6, (i) => {
        const half = range(10, 34);
        return path(
          `M${x - half} ${64 + i * 6}H${x + half}`,
          `${stroke(i % 2 ? ink : other, 3)} stroke-linecap="round"`,
        );
      })
    );
  },
];

/** The three colours (ground, ink, second ink, as `#rrggbb`) that `artworkSvg` paints with for the same text. */
export function artworkColors(seedText: string): readonly [string, string, string] {
  return PALETTES[Math.floor(numbersFrom(seedText)() * PALETTES.length)] ?? PALETTES[0];
}

/**
 * A square picture of flat shapes as an SVG document, always the same for the same text. It is the default artwork,
 * drawn from the id of a song, video or category. No part of the text enters the document, so any text is safe.
 * @param size width and height in pixels; without it, the picture fills its box and is cropped at the edges
 */
export function artworkSvg(seedText: string, size?: number): string {
  const next = numbersFrom(seedText);
  const [ground, ink, other] = PALETTES[Math.floor(next() * PALETTES.length)] ?? PALETTES[0];
  const shape = SHAPES[Math.floor(next() * SHAPES.length)];
  const swapped = next() < 0.5;
  const range = (from: number, to: number) => Math.round((from + next() * (to - from)) * 10) / 10;
  const side = size === undefined ? '100%' : String(Number(size));
  const drawing = shape?.({ ground, ink: swapped ? other : ink, other: swapped ? ink : other, range }) ?? '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${side}" height="${side}" ` +
    `preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="100" height="100" fill="${ground}"/>${drawing}</svg>`
  );
}
