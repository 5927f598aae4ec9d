/** A picture for an upload: one colour, with a line across so that moving and zooming is visible. */
export async function pictureFile(width = 900, height = 600, name = 'picture.png'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.fillStyle = '#c0392b';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#f1c40f';
  context.fillRect(width / 3, 0, width / 12, height);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}
