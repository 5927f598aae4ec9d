import sharp from 'sharp';
import { artworkSvg } from '../../contract/artwork.ts';

/** The artwork of `seed` as a file in `format`, `side` pixels wide and high. */
export async function artwork(seed: string, side: number, format: 'png' | 'jpeg' = 'jpeg'): Promise<Buffer> {
  const picture = sharp(Buffer.from(artworkSvg(seed, side)));
  return format === 'png'
    ? picture.png().toBuffer()
    : picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
}
