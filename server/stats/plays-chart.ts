import sharp from 'sharp';

const WIDTH = 504;
const HEIGHT = 140;
/** Pixels for each unit, for screens that have more than one. */
const DENSITY = 2;
const GAP = 4;
/** Seen on the cards of mails in light and in dark. */
const BAR = '#a8917f';
const BEST = '#e2561f';

/** Plays of each day as bars, the best day in the flame's colour: a PNG without text, whose mail says what it shows. */
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
