import sharp from 'sharp';

const WIDTH = 504;
const HEIGHT = 140;
/** Pixels per unit, for high-density screens. */
const DENSITY = 2;
const GAP = 4;
/** Visible on the cards of mails in both light and dark mode. */
const BAR = '#a8917f';
const BEST = '#e2561f';

/**
 * A bar chart of each day's plays, with the best day in the flame's colour: a PNG without text, because the mail
 * describes it in words.
 */
export async function playsChart(days: readonly number[]): Promise<Buffer> {
  const most = Math.max(1, ...days);
  const best = days.indexOf(most);
  const step = (WIDTH + GAP) / days.length;
  const bars = days.map((plays, day) => {
    const height = Math.max(2, Math.round((plays / most) * HEIGHT));
    return `<rect x="${day * step}" y="${HEIGHT - height}" width="${step - GAP}" height="${height}" rx="2" fill="${day === best ? BEST : BAR}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH * DENSITY}" height="${HEIGHT * DENSITY}">${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
