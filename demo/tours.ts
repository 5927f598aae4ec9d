import type { NewPerformance } from '@scoville/contract/community/performances.ts';
import type { Person } from './people.ts';

/**
 * name | venue | days from today, or a weekday and a number of weeks (see `dayFrom`) | time | price in dollars, `free`,
 * or empty if unknown | notes | town, if it isn't the musician's own
 */
const TOURS: Record<string, string[]> = {
  junoreyes: [
    'Sunday at the corner table|Esquina Café|Sunday 0|19:30|15|One long table, first come.',
    'Second Helping, all of it|Aztec Hall|34|20:00|28.50|With the Sunday band. Doors at seven.',
    'Second Helping, out west|The Saguaro, courtyard|52|20:00|24||Tucson, AZ',
    'Songs for grandmothers|Mission Garden|-20|17:00|free|Bring yours.',
  ],
  ruthandtherinds: [
    'Last cider of the year|Hickory Nut Orchard|11|18:00|12|Outside if it is dry, in the barn if not.',
    'Four voices, no wires|The Grey Eagle Room|47|20:30|22|',
    'Apple Week|Pack Square|-35|13:00|free|',
  ],
  anacastell: [
    'Dos Ventanas en vivo|Teatro Ocho|18|21:00|30|In two languages.',
    'After the rain|Little Havana Terrace|-9|20:00|18|',
  ],
  odellmarsh: [
    'Third shift blues|Beale Street Backroom|3|23:00|10|Starts when the mill lets out.',
    'Marsh & Sons|Riverside Pavilion|25|19:00|free|Both sons, on time for once.',
    'Locker Room Blues, the record|Union Hall|-60|20:00|10|',
  ],
  deliaokafor: [
    'Twelve hands, one floor|Third Ward Ballroom|14|21:00|25|Come to dance.',
    'Market Day matinee|Heights Theater|41|15:00|20|',
  ],
  palomaortiz: ['Slow tempos|Old Town Courtyard|8|19:00|14|Blankets help.'],
  batch47: ['The forty-eighth batch|Line Cook Social|5|22:30|8|After service.'],
  keitanabe: [
    'Rain, recorded|Kelly Street Chapel|22|19:00|16|Sit or lie down. No clapping until the end.',
    'Tape loops for winter|Kelly Street Chapel|-14|19:00|16|',
  ],
  thelowflames: ['Home by eleven|The Boiler Room|9|20:00|12|', 'Home by eleven, again|The Boiler Room|16|20:00|12|'],
  tundebell: [
    'Thursday at the club|Edgewood Social Club|Thursday 0|21:30|15|',
    'Thursday, with more horns|Edgewood Social Club|Thursday 1|21:30|15|',
    'Thursday, late set|Edgewood Social Club|Thursday -2|21:30|15|',
  ],
  milofarrant: ['Second line for a first child|Frenchmen Street|12|16:00|free|Wear shoes you can walk in.'],
  inesvs: [
    'Motel songs|The Saguaro, room 12|7|20:00|18|Thirty chairs.',
    'Monsoon season opens|Congress Patio|-120|19:30|20|',
  ],
  noorazadi: ['Viola and cousins|Ballard Hall|29|19:30|24|Two sets.'],
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * The date for `words`: `6` is in six days, `Sunday 0` is the first Sunday after tomorrow, and `Sunday -2` is two weeks
 * before that Sunday.
 */
function dayFrom(today: Date, words: string): string {
  const [name = '', weeks = ''] = words.split(' ');
  const first = today.getUTCDay() + 2;
  const days = WEEKDAYS.includes(name)
    ? 2 + ((((WEEKDAYS.indexOf(name) - first) % 7) + 7) % 7) + 7 * Number(weeks)
    : Number(words);
  return new Date(today.getTime() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** The person's shows, dated relative to `today`. All of them are invented. */
export const showsOf = ({ username, city, state }: Person, today: Date): NewPerformance[] =>
  (TOURS[username] ?? []).map((row) => {
    const [name = '', venue = '', days = '', time = '', price = '', notes = '', town = `${city}, ${state}`] =
      row.split('|');
    return {
      name,
      venue,
      // The server derives the time zone from the town.
      town,
      date: dayFrom(today, days),
      time,
      isFree: price === 'free',
      cost: price === '' || price === 'free' ? null : Number(price),
      ticketLink: price === 'free' ? null : `https://${username}.demo.example/tickets`,
      notes,
    };
  });
