import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Pictures for home screens: the mark on a clear ground, and on our ground where the system cuts a shape out of it. */
const ICONS = [
  { name: '192', size: 192, mark: 1 },
  { name: '512', size: 512, mark: 1 },
  // The mark stays within the circle that no shape cuts (W3C manifest, maskable icons: four fifths).
  { name: 'maskable-512', size: 512, mark: 0.6, ground: '#16110e' },
  // Apple's systems round the corners themselves and show what is clear as black.
  { name: '180', size: 180, mark: 0.72, ground: '#16110e' },
];

/** Draws them from the mark (public/logo.svg), with the library that the server makes its pictures with. */
export function drawIcons(): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      const { default: sharp } = await import('sharp');
      const logo = readFileSync(join(import.meta.dirname, '../public/logo.svg'));
      for (const { name, size, mark, ground = '#0000' } of ICONS) {
        const inner = Math.round(size * mark);
        // The mark is 32 points wide at 72 dots to the inch.
        const drawn = await sharp(logo, { density: (72 * inner) / 32 })
          .resize(inner, inner)
          .png()
          .toBuffer();
        const source = await sharp({ create: { width: size, height: size, channels: 4, background: ground } })
          .composite([{ input: drawn, gravity: 'centre' }])
          .png({ compressionLevel: 9, palette: true })
          .toBuffer();
        this.emitFile({ type: 'asset', fileName: `icons/${name}.png`, source: new Uint8Array(source) });
      }
    },
  };
}
