/** A part of a picture, in pixels of the original file, not of the screen. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Cuts the area out of a picture, given its address, as a square JPEG with white in place of transparency. The square is as
 * large as the area, but at least `from` and at most `to` pixels.
 */
export async function cropImage(
  address: string,
  area: Area,
  { from, to }: { from: number; to: number },
): Promise<Blob> {
  const size = Math.min(Math.max(Math.floor(area.width), from), to);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot edit pictures.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size, size);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be cropped.'))),
      'image/jpeg',
      0.92,
    ),
  );
}
