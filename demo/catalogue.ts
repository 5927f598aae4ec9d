import type { StyleName } from '../fixtures/synth/styles.ts';
import { STYLES } from '../fixtures/synth/styles.ts';
import type { SongFormat } from '../fixtures/encode.ts';
import { randomFrom } from '../fixtures/random.ts';

export interface Musician {
  key: string;
  firstName: string;
  lastName: string;
  username: string;
  city: string;
  /** Two letters. */
  state: string;
}

/** What became of it: a score (rejected under 60), rejected without one, waiting, never submitted, or not published. */
type Outcome = { score: number } | 'rejected' | 'review' | 'published' | 'unpublished';

export interface Entry {
  musician: Musician;
  title: string;
  style: StyleName;
  kind: 'song' | 'video' | 'upright';
  genre: string;
  mood: string;
  outcome: Outcome;
  pinned: boolean;
  seconds: number;
  format: SongFormat;
  description: string;
  tags: string[];
}

const MUSICIANS: Musician[] = [
  ['juno', 'Juno', 'Reyes', 'junoreyes', 'San Antonio', 'TX'],
  ['ruth', 'Ruth', '& the Rinds', 'ruthandtherinds', 'Asheville', 'NC'],
  ['ana', 'Ana', 'Castell', 'anacastell', 'Miami', 'FL'],
  ['odell', 'Odell', 'Marsh', 'odellmarsh', 'Memphis', 'TN'],
  ['delia', 'Delia', 'Okafor', 'deliaokafor', 'Houston', 'TX'],
  ['paloma', 'Paloma', 'Ortiz', 'palomaortiz', 'Albuquerque', 'NM'],
  ['batch', 'Batch', 'Fortyseven', 'batch47', 'Detroit', 'MI'],
  ['kei', 'Kei', 'Tanabe', 'keitanabe', 'Portland', 'OR'],
  ['flames', 'The Low', 'Flames', 'thelowflames', 'Cleveland', 'OH'],
  ['marrow', 'Marrow', '& Vine', 'marrowandvine', 'Nashville', 'TN'],
  ['sable', 'Sable', 'Quist', 'sablequist', 'Minneapolis', 'MN'],
  ['tunde', 'Tunde', 'Bellweather', 'tundebell', 'Atlanta', 'GA'],
  ['wren', 'Wren', 'Halloway', 'wrenhalloway', 'Burlington', 'VT'],
  ['milo', 'Milo', 'Farrant', 'milofarrant', 'New Orleans', 'LA'],
  ['ines', 'Ines', 'Vaughn-Solis', 'inesvs', 'Tucson', 'AZ'],
  ['coil', 'Copper', 'Coil', 'coppercoil', 'Chicago', 'IL'],
  ['harlan', 'Harlan', 'Pike', 'harlanpike', 'Boise', 'ID'],
  ['noor', 'Noor', 'Azadi', 'noorazadi', 'Seattle', 'WA'],
  ['gus', 'Gus', 'Lindqvist', 'guslindqvist', 'Duluth', 'MN'],
  ['tess', 'Tess', 'Marrable', 'tessmarrable', 'Honolulu', 'HI'],
].map(
  ([key, firstName, lastName, username, city, state]) =>
    ({ key, firstName, lastName, username, city, state }) as Musician,
);

/**
 * musician | title | style | genre | mood | outcome | kind (video, upright; else a song). An outcome is a score, or
 * `rejected`, `review`, `published`, `unpublished`; an exclamation mark pins.
 */
const ROWS = `
juno|Cast Iron Heart|soul|Soul|Dusk|94!
juno|Salt Lick|soul|Soul|Warm|93
juno|Porch Light On|soul|R&B|Tender|91
juno|Sunday Gravy|reggae|Reggae|Sunday|90
juno|Hold the Flame|pop|Pop|Hopeful|92|video
juno|Second Helping|soul|Soul|Playful|87
ruth|Windfall Orchard|folk|Folk|Hopeful|88
ruth|Creek Water Letter|folk|Americana|Lonesome|79
ruth|Kettle Song|folk|Folk|Warm|review
ana|Smoke Ring|pop|Latin|Late Night|95
ana|Calle Sin Prisa|reggae|Latin|Playful|82
ana|Azulejo|electronic|House|Bright|72|video
odell|Slow Simmer|hip-hop|Blues|Dusk|85
odell|Bluff City Rain|soul|Blues|Lonesome|76
odell|Third Shift|hip-hop|Hip-Hop|Restless|64
delia|Paprika Sky|afrobeat|Afrobeat|Bright|91|video
delia|Market Day|afrobeat|Afrobeat|Playful|84
delia|Ember Days|soul|R&B|Tender|78
paloma|Night Oven|reggae|Reggae|Late Night|88
paloma|Mesa Walk|folk|Americana|Calm|74
paloma|Ocotillo|ambient|Ambient|Dreamy|review|video
batch|Umami|hip-hop|Hip-Hop|Focus|89
batch|Line Cook|hip-hop|Hip-Hop|Defiant|81
batch|Ticket Printer|electronic|Electronic|Rush|67|video
kei|Brine|ambient|Ambient|Calm|86
kei|Tidal Clock|ambient|Ambient|Focus|74
kei|Paper Lanterns, Rain|jazz|Jazz|Dreamy|70
flames|Blue Flame|rock|Rock|Heavy|90|video
flames|Gasket|rock|Punk|Defiant|70
flames|Rust Belt Hymn|rock|Rock|Heavy|61
marrow|Burnt Sugar|folk|Country|Tender|83
marrow|Two-Step at the Grange|folk|Country|Playful|77
marrow|Fence Line|rock|Country|Lonesome|published
sable|Undertow|electronic|Electronic|Restless|87|upright
sable|Glasshouse|pop|Indie|Dreamy|75
sable|Static Bloom|electronic|House|Rush|52
tunde|Kola|afrobeat|Afrobeat|Warm|85
tunde|Sixteen Bridges|jazz|Jazz|Restless|80
tunde|Danfo Radio|afrobeat|Afrobeat|Bright|review
wren|Late Snow|folk|Folk|Lonesome|73
wren|The Surveyor's Daughter|folk|Folk|Tender|66
wren|Barn Swallows|ambient|Classical|Hopeful|unpublished
milo|Chicory|jazz|Jazz|Late Night|86
milo|Second Line for Edna|jazz|Jazz|Bright|71|video
milo|Levee Board|hip-hop|Hip-Hop|Defiant|48
ines|Dry Lightning|pop|Indie|Restless|80
ines|Saguaro Motel|pop|Pop|Dusk|69|video
ines|Monsoon Season|electronic|Electronic|Heavy|review
coil|Relay|electronic|House|Rush|78
coil|Night Bus 66|electronic|Electronic|Focus|63|video
coil|Overcurrent|rock|Metal|Heavy|rejected
harlan|Two Lane, No Radio|folk|Americana|Calm|71
harlan|Elk Camp|rock|Blues|Warm|published
noor|Pomegranate|soul|R&B|Dreamy|83|upright
noor|Saffron Hours|ambient|Classical|Tender|60
noor|Night Market|hip-hop|Hip-Hop|Playful|review
gus|Ore Boat|rock|Rock|Defiant|65
gus|North Shore Demo|rock|Punk|Restless|34
tess|Slack Key Morning|folk|Folk|Sunday|77|video
tess|Breakwater|reggae|Reggae|Calm|unpublished`;

const OPENINGS = [
  'Written at the kitchen table and finished the same night.',
  'The third take, because the first two were too careful.',
  'Made for the drive home.',
  'It began as a loop that nobody would let me delete.',
  'We played it once for friends and they asked for it again.',
  'Recorded with the windows open; you may hear the street.',
  'For everyone who closes up late.',
  'A small tune about a long winter.',
];
const CLOSINGS = [
  'Loud is fine.',
  'Headphones help.',
  'Thank you for listening.',
  'Tell me what you hear.',
  'More is on its way.',
  '',
];
const FORMATS: SongFormat[] = ['flac', 'mp3', 'wav', 'm4a', 'mp3', 'flac', 'ogg'];

const outcome = (text: string): Outcome =>
  /^\d+$/.test(text) ? { score: Number(text) } : (text as Exclude<Outcome, { score: number }>);

/** The catalogue: twenty musicians and sixty media of theirs. Every name and title is invented. */
export function catalogue(): { musicians: Musician[]; entries: Entry[] } {
  const entries = ROWS.trim()
    .split('\n')
    .map((row, i): Entry => {
      const [key, title, style, genre, mood, verdict, kind = 'song'] = row.split('|') as [
        string,
        string,
        StyleName,
        string,
        string,
        string,
        Entry['kind']?,
      ];
      const musician = MUSICIANS.find((one) => one.key === key);
      if (!musician || !(style in STYLES)) throw new Error(`The catalogue's line "${row}" is not usable.`);
      const random = randomFrom(`entry ${key} ${title}`);
      return {
        musician,
        title,
        style,
        kind,
        genre,
        mood,
        outcome: outcome(verdict.replace('!', '')),
        pinned: verdict.endsWith('!'),
        seconds: kind === 'song' ? random.int(28, 62) : random.int(9, 15),
        format: FORMATS[i % FORMATS.length]!,
        description: [random.pick(OPENINGS), random.pick(CLOSINGS)].filter(Boolean).join(' '),
        tags: [
          genre,
          mood,
          random.pick(['home recording', 'live room', 'first take', 'instrumental', 'tape', 'new']),
        ].map((tag) => tag.toLowerCase()),
      };
    });
  return { musicians: MUSICIANS, entries };
}

/** Three sub-scores that average to `score`, a little apart. */
export function subScores(
  score: number,
  seed: string,
): { storytelling: number; execution: number; thumbnailArt: number } {
  const most = Math.min(4, 100 - score, score);
  const apart = randomFrom(`scores ${seed}`).int(-most, most);
  return { storytelling: score + apart, execution: score - apart, thumbnailArt: score };
}

const WORDS: [number, string[]][] = [
  [
    85,
    [
      'This one stays with you. The last chorus earns everything before it.',
      'Sure-footed from the first bar; the mix leaves room for every part.',
    ],
  ],
  [
    70,
    [
      'A strong song with a clear voice. The bridge could go further.',
      'Good bones and a good groove. Let the melody breathe a little more.',
    ],
  ],
  [
    60,
    [
      'There is a song in here. Tighten the middle and bring the tune forward.',
      'Promising. The low end hides the words; try a lighter mix.',
    ],
  ],
  [0, ['Not there yet. The idea is good, but the takes wander; try again with a click.']],
];

/** What a reviewer would say of it. */
export function verdictWords(score: number, seed: string): string {
  const [, words] = WORDS.find(([from]) => score >= from) ?? WORDS[3]!;
  return randomFrom(`words ${seed}`).pick(words);
}
