import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import type { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import type { Person } from './people.ts';

type Profile = BodyInput<typeof updateUser>;

interface Career {
  /** Experience in years, hourly rate in US dollars. */
  experience: number;
  hourlyRate?: number;
  selfTaught?: true;
  /** title | release date | credits; release dates far in the future are for upcoming albums. */
  albums?: string[];
  /** name | from | to (empty for current members) | notes */
  bands?: string[];
  /** name | field | degree | from | to | where */
  schools?: string[];
  /** company | title | from | to (empty for current jobs) */
  jobs?: string[];
  donations?: [app: string, name: string][];
}

/** Careers of the demonstration's musicians, by username. All of them are invented. */
const CAREERS: Record<string, Career> = {
  junoreyes: {
    experience: 14,
    hourlyRate: 120,
    albums: [
      'Corner Table|2021-03-12|Piano and voice: Juno Reyes. Bass: Cal Ruiz.',
      'Second Helping|2024-09-06|Produced in one kitchen, in nine evenings.',
      'Salt to Taste|2031-02-14|To be recorded with the Sunday band.',
    ],
    bands: [
      'The Sunday Corner|2015-06-07||Every Sunday night, same table.',
      'Las Cucharas|2009-01-01|2014-11-30|Three sisters and a cousin on percussion.',
    ],
    schools: ["University of North Texas|Jazz voice|Bachelor's|2008-08-25|2012-05-12|Denton, TX"],
    jobs: ['San Antonio Youth Choir|Vocal coach|2016-09-01|'],
    donations: [
      ['Venmo', '@junoreyes-demo'],
      ['PayPal', 'juno@demo.example'],
    ],
  },
  ruthandtherinds: {
    experience: 9,
    hourlyRate: 260,
    selfTaught: true,
    albums: ['Windfall|2019-10-04|Four voices around one microphone.', 'Cellar|2023-11-17|Recorded below the orchard.'],
    jobs: ['Hickory Nut Orchard|Cider maker|2014-03-01|'],
    donations: [['Cash App', '$therinds']],
  },
  anacastell: {
    experience: 11,
    hourlyRate: 150,
    albums: ['Dos Ventanas|2020-07-24|Lyrics in two languages, none translated.'],
    bands: ['Coro Castell|2011-01-15|2018-06-30|Family choir.'],
    schools: ["University of Miami|Songwriting|Bachelor's|2010-08-20|2014-05-10|Coral Gables, FL"],
    donations: [['Zelle', 'anacastell']],
  },
  odellmarsh: {
    experience: 31,
    hourlyRate: 90,
    selfTaught: true,
    albums: [
      'Third Shift|1998-05-01|Guitar and voice: Odell Marsh.',
      'Locker Room Blues|2012-04-20|Taped behind the lockers, after hours.',
    ],
    bands: ['Marsh & Sons|2003-02-01||Both sons play; one of them on time.'],
    jobs: ['River Street Mill|Loom fixer|1989-06-12|2019-06-28'],
    donations: [['Cash App', '$odellmarsh']],
  },
  deliaokafor: {
    experience: 12,
    hourlyRate: 200,
    albums: ['Market Day|2022-06-03|Horns arranged by Tunde Bellweather.'],
    bands: ['Twelve Hands|2016-01-01||Six people, twelve hands.'],
    schools: ["Rice University|Percussion|Master's|2009-08-24|2011-05-14|Houston, TX"],
    donations: [['PayPal.me', 'deliaokafor']],
  },
  palomaortiz: {
    experience: 8,
    hourlyRate: 75.5,
    selfTaught: true,
    albums: ['Long Shadows|2023-08-25|Slow on purpose.'],
    jobs: ['High Desert Radio|Radio host|2018-02-05|'],
  },
  batch47: {
    experience: 6,
    selfTaught: true,
    albums: ['The First Forty-Five|2021-04-07|All samples from our own kitchen.'],
    jobs: ['The Copper Pan|Line cook|2017-05-01|'],
    donations: [['Cash App', '$batch47']],
  },
  keitanabe: {
    experience: 16,
    hourlyRate: 110,
    albums: ['Rain, Catalogued|2018-11-30|Piano, tape, weather.', 'Slow Gutter|2025-01-17|The second winter of rain.'],
    schools: ["Oberlin College and Conservatory|Piano|Bachelor's|2004-09-01|2008-05-26|Oberlin, OH"],
    jobs: ['Willamette Piano Works|Piano tuner|2010-01-11|'],
  },
  thelowflames: {
    experience: 10,
    hourlyRate: 320,
    selfTaught: true,
    albums: ['Home by Eleven|2019-03-22|Loud, in one take.'],
    bands: ['The Lower Flames|2011-09-01|2014-02-14|The same three people, worse on time.'],
  },
  marrowandvine: {
    experience: 13,
    hourlyRate: 280,
    albums: ['Boots Second|2022-10-28|Harmony: both. Boots: both.'],
    donations: [['Venmo', '@marrowandvine']],
  },
  sablequist: {
    experience: 15,
    hourlyRate: 140,
    albums: ['Winter Oscillator|2020-02-29|One synthesizer.', 'Winter Filter|2021-02-26|The next one.'],
    schools: ["University of Minnesota|Electrical engineering|Engineer's|2001-09-04|2006-05-12|Minneapolis, MN"],
    jobs: ['Northern Circuits|Instrument builder|2008-04-01|'],
  },
  tundebell: {
    experience: 22,
    hourlyRate: 180,
    albums: ['Thursdays|2017-05-18|Saxophone: Tunde Bellweather.'],
    bands: ['The Every Other Days|2012-01-05||Rehearsal is the point.'],
    schools: ["Georgia State University|Saxophone|Master's|1999-08-23|2001-05-12|Atlanta, GA"],
    jobs: ['Peachtree School of Music|Music teacher|2003-08-11|'],
    donations: [['Zelle', 'tundebell']],
  },
  wrenhalloway: {
    experience: 18,
    hourlyRate: 85,
    selfTaught: true,
    albums: ['Isobars|2021-09-24|Eleven songs, one for each front.'],
    jobs: ['Green Mountain Survey|Surveyor|2007-04-16|'],
  },
  milofarrant: {
    experience: 20,
    hourlyRate: 130,
    albums: ['Second Line, First Corner|2019-02-08|Recorded while walking.'],
    bands: ['Aunt Della’s Brass|2004-01-01||She still counts us in.'],
    donations: [['Cash App', '$milofarrant']],
  },
  inesvs: {
    experience: 7,
    hourlyRate: 95,
    albums: ['Vacancy|2024-07-12|Six motels, ten songs.', 'Monsoon|2031-07-04|When it rains.'],
    schools: ["University of Arizona|Creative writing|Bachelor's|2014-08-25|2018-05-11|Tucson, AZ"],
  },
  coppercoil: {
    experience: 9,
    hourlyRate: 210,
    albums: ['Named Machines|2022-12-02|Drums: Gerald.'],
    jobs: ['Lakefront Robotics|Engineer|2012-06-04|'],
  },
  harlanpike: {
    experience: 25,
    hourlyRate: 70,
    selfTaught: true,
    albums: ['No Radio|2010-06-18|Voice, guitar, dashboard.'],
    bands: ['The Two Lanes|1999-05-01|2009-09-30|One lane each.'],
  },
  noorazadi: {
    experience: 12,
    hourlyRate: 135,
    albums: ['Cousins|2023-03-20|Viola and loops: Noor Azadi. Everything else: cousins.'],
    schools: ["New England Conservatory|Viola|Bachelor's|2007-09-04|2011-05-22|Boston, MA"],
    donations: [['Venmo', '@noorazadi']],
  },
  guslindqvist: {
    experience: 17,
    hourlyRate: 100,
    selfTaught: true,
    albums: ['Over the Horns|2016-08-05|Ship horns: Port of Duluth.'],
    jobs: ['Duluth Ore Docks|Stage hand|2005-05-02|2015-10-30'],
  },
  tessmarrable: {
    experience: 28,
    hourlyRate: 115,
    albums: ['Mornings Only|2014-01-10|Slack key guitar: Tess Marrable.'],
    donations: [['PayPal.me', 'tessmarrable']],
  },
};

const read = <T>(
  rows: string[] | undefined,
  of: (...parts: [string, string, string, string, string, string]) => T,
): T[] =>
  (rows ?? []).map((row) => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = row.split('|');
    return of(a, b, c, d, e, f);
  });
/** Null for an empty end date, which means that the person is still in the band, the school or the job. */
const ending = (day: string) => (day === '' ? null : day);

/** Builds the body of `updateUser` that fills in a person's profile. */
export function profileOf({ username, city, state, title, bio, kind }: Person): Profile {
  const words: Profile = { username, title, bio, address: { city, state } };
  const career = CAREERS[username];
  if (kind !== 'musician' || career === undefined) return words;
  const { experience, hourlyRate, selfTaught, donations } = career;
  return {
    ...words,
    experience,
    ...(hourlyRate !== undefined && { hourlyRate }),
    ...(selfTaught && { selfTaught }),
    albums: read(career.albums, (name, releaseDate, credits) => ({
      title: name,
      releaseDate,
      credits,
      websiteUrl: `https://${username}.demo.example/`,
    })),
    bands: read(career.bands, (name, startDate, end, notes) => ({
      name,
      startDate,
      endDate: ending(end),
      currentMember: end === '',
      notes,
    })),
    schools: read(career.schools, (name, field, degree, startDate, end, loc) => ({
      name,
      field,
      degree: degree as NonNullable<Profile['schools']>[number]['degree'],
      startDate,
      endDate: ending(end),
      currentStudent: end === '',
      loc,
    })),
    professions: read(career.jobs, (company, position, startDate, end) => ({
      company,
      title: position,
      startDate,
      endDate: ending(end),
      currentEmployee: end === '',
    })),
    donationMethods: (donations ?? []).map(([appName, name]) => ({
      appName: appName as NonNullable<Profile['donationMethods']>[number]['appName'],
      username: name,
    })),
    contactMethods: [
      { title: 'Website', info: `https://${username}.demo.example/` },
      { title: 'Booking', info: `booking@${username}.demo.example` },
    ],
  };
}
