import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Icons for home screens: the logo on a transparent background, and on our background for systems that cut a shape out
 * of it.
 */
const ICONS = [
  { name: '32', size: 32, mark: 1 },
  { name: '192', size: 192, mark: 1 },
  { name: '512', size: 512, mark: 1 },
  // The logo stays within the circle that no shape cuts off (W3C manifest, maskable icons: four fifths).
  { name: 'maskable-512', size: 512, mark: 0.6, ground: '#16110e' },
  // Apple's systems round the corners themselves, and show transparent pixels as black.
  { name: '180', size: 180, mark: 0.72, ground: '#16110e' },
];

/** Builds an ICO file: a header of 22 bytes and one PNG. */
function icoOf(png: Uint8Array, size: number): Uint8Array {
  const ico = new Uint8Array(22 + png.length);
  const view = new DataView(ico.buffer);
  view.setUint16(2, 1, true);
  view.setUint16(4, 1, true);
  ico.set([size, size, 0, 0], 6);
  view.setUint16(10, 1, true);
  view.setUint16(12, 32, true);
  view.setUint32(14, png.length, true);
  view.setUint32(18, 22, true);
  ico.set(png, 22);
  return ico;
}

/**
 * Draws the icons from public/logo.svg with sharp, which the server uses as well. Browsers and Apple's systems request
 * favicon.ico and apple-touch-icon.png by default.
 */
export function drawIcons(): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      const { default: sharp } = await import('sharp');
      const logo = readFileSync(join(import.meta.dirname, '../public/logo.svg'));
      for (const { name, size, mark, ground = '#0000' } of ICONS) {
        const inner = Math.round(size * mark);
        // The logo is 32 points wide at 72 dots per inch.
        const drawn = await sharp(logo, { density: (72 * inner) / 32 })
          .resize(inner, inner)
          .png()
          .toBuffer();
        const source = await sharp({ create: { width: size, height: size, channels: 4, background: ground } })
          .composite([{ input: drawn, gravity: 'centre' }])
          .png({ compressionLevel: 9, palette: true })
          .toBuffer();
        const emit = (fileName: string, bytes: Uint8Array) => this.emitFile({ type: 'asset', fileName, source: bytes });
        emit(`icons/${name}.png`, new Uint8Array(source));
        if (name === '180') emit('apple-touch-icon.png', new Uint8Array(source));
        if (name === '32') emit('favicon.ico', icoOf(source, size));
      }
    },
  };
}
