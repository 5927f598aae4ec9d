import type { StyleName } from '../fixtures/synth/styles.ts';
import { STYLES } from '../fixtures/synth/styles.ts';
import type { SongFormat } from '../fixtures/encode.ts';
import { randomFrom } from '../fixtures/random.ts';
import type { Person } from './people.ts';

/**
 * The review outcome: a score (under 60 is a rejection), rejected without a score, waiting for review, published
 * without being submitted, or not published.
 */
type Outcome = { score: number } | 'rejected' | 'review' | 'published' | 'unpublished';

export interface Entry {
  musician: Person;
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
  productionType: 'Digital' | 'Live Instruments';
}

/**
 * musician | title | style | genre | mood | outcome | kind (`video` or `upright`; a song if left out). The outcome is a
 * score, or `rejected`, `review`, `published`, `unpublished`; a trailing exclamation mark pins the item.
 */
const ROWS = `
junoreyes|Cast Iron Heart|soul|Soul|Dusk|94!
junoreyes|Salt Lick|soul|Soul|Warm|93
junoreyes|Porch Light On|soul|R&B|Tender|91
junoreyes|Sunday Gravy|reggae|Reggae|Sunday|90
junoreyes|Hold the Flame|pop|Pop|Hopeful|92|video
junoreyes|Second Helping|soul|Soul|Playful|87
ruthandtherinds|Windfall Orchard|folk|Folk|Hopeful|88
ruthandtherinds|Creek Water Letter|folk|Americana|Lonesome|79
ruthandtherinds|Kettle Song|folk|Folk|Warm|review
anacastell|Smoke Ring|pop|Latin|Late Night|95
anacastell|Calle Sin Prisa|reggae|Latin|Playful|82
anacastell|Azulejo|electronic|House|Bright|72|video
odellmarsh|Slow Simmer|hip-hop|Blues|Dusk|85
odellmarsh|Bluff City Rain|soul|Blues|Lonesome|76
odellmarsh|Third Shift|hip-hop|Hip-Hop|Restless|64
deliaokafor|Paprika Sky|afrobeat|Afrobeat|Bright|91|video
deliaokafor|Market Day|afrobeat|Afrobeat|Playful|84
deliaokafor|Ember Days|soul|R&B|Tender|78
palomaortiz|Night Oven|reggae|Reggae|Late Night|88
palomaortiz|Mesa Walk|folk|Americana|Calm|74
palomaortiz|Ocotillo|ambient|Ambient|Dreamy|review|video
batch47|Umami|hip-hop|Hip-Hop|Focus|89
batch47|Line Cook|hip-hop|Hip-Hop|Defiant|81
batch47|Ticket Printer|electronic|Electronic|Rush|67|video
keitanabe|Brine|ambient|Ambient|Calm|86
keitanabe|Tidal Clock|ambient|Ambient|Focus|74
keitanabe|Paper Lanterns, Rain|jazz|Jazz|Dreamy|70
thelowflames|Blue Flame|rock|Rock|Heavy|90|video
thelowflames|Gasket|rock|Punk|Defiant|70
thelowflames|Rust Belt Hymn|rock|Rock|Heavy|61
marrowandvine|Burnt Sugar|folk|Country|Tender|83
marrowandvine|Two-Step at the Grange|folk|Country|Playful|77
marrowandvine|Fence Line|rock|Country|Lonesome|published
sablequist|Undertow|electronic|Electronic|Restless|87|upright
sablequist|Glasshouse|pop|Indie|Dreamy|75
sablequist|Static Bloom|electronic|House|Rush|52
tundebell|Kola|afrobeat|Afrobeat|Warm|85
tundebell|Sixteen Bridges|jazz|Jazz|Restless|80
tundebell|Danfo Radio|afrobeat|Afrobeat|Bright|review
wrenhalloway|Late Snow|folk|Folk|Lonesome|73
wrenhalloway|The Surveyor's Daughter|folk|Folk|Tender|66
wrenhalloway|Barn Swallows|ambient|Classical|Hopeful|unpublished
milofarrant|Chicory|jazz|Jazz|Late Night|86
milofarrant|Second Line for Edna|jazz|Jazz|Bright|71|video
milofarrant|Levee Board|hip-hop|Hip-Hop|Defiant|48
inesvs|Dry Lightning|pop|Indie|Restless|80
inesvs|Saguaro Motel|pop|Pop|Dusk|69|video
inesvs|Monsoon Season|electronic|Electronic|Heavy|review
coppercoil|Relay|electronic|House|Rush|78
coppercoil|Night Bus 66|electronic|Electronic|Focus|63|video
coppercoil|Overcurrent|rock|Metal|Heavy|rejected
harlanpike|Two Lane, No Radio|folk|Americana|Calm|71
harlanpike|Elk Camp|rock|Blues|Warm|published
noorazadi|Pomegranate|soul|R&B|Dreamy|83|upright
noorazadi|Saffron Hours|ambient|Classical|Tender|60
noorazadi|Night Market|hip-hop|Hip-Hop|Playful|review
guslindqvist|Ore Boat|rock|Rock|Defiant|65
guslindqvist|North Shore Demo|rock|Punk|Restless|34
tessmarrable|Slack Key Morning|folk|Folk|Sunday|77|video
tessmarrable|Breakwater|reggae|Reggae|Calm|unpublished`;

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

const MADE_BY_MACHINES: readonly StyleName[] = ['electronic', 'hip-hop', 'pop', 'ambient'];

/** The seed of everything random about an entry: its music, pictures and play counts. */
export const seedOf = ({ musician, title }: Pick<Entry, 'musician' | 'title'>): string =>
  `${musician.username} ${title}`;

/** The sixty songs and videos by the musicians among these people. Every title is invented. */
export function catalogue(people: readonly Person[]): Entry[] {
  return ROWS.trim()
    .split('\n')
    .map((row, i): Entry => {
      const [username, title, style, genre, mood, verdict, kind = 'song'] = row.split('|') as [
        string,
        string,
        StyleName,
        string,
        string,
        string,
        Entry['kind']?,
      ];
      const musician = people.find((one) => one.username === username);
      if (!musician || !(style in STYLES)) throw new Error(`The catalogue's line "${row}" is not usable.`);
      const random = randomFrom(`entry ${username} ${title}`);
      return {
        musician,
        title,
        style,
        kind,
        genre,
        mood,
        outcome: outcome(verdict.replace('!', '')),
        pinned: verdict.endsWith('!'),
        seconds: kind === 'song' ? random.int(24, 46) : random.int(6, 10),
        format: FORMATS[i % FORMATS.length]!,
        description: [random.pick(OPENINGS), random.pick(CLOSINGS)].filter(Boolean).join(' '),
        tags: [
          genre,
          mood,
          random.pick(['home recording', 'live room', 'first take', 'instrumental', 'tape', 'new']),
        ].map((tag) => tag.toLowerCase()),
        productionType: MADE_BY_MACHINES.includes(style) ? 'Digital' : 'Live Instruments',
      };
    });
}

/** Returns three slightly different sub-scores that average to `score`. */
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

/** Picks a reviewer's comment that fits the score. */
export function verdictWords(score: number, seed: string): string {
  const [, words] = WORDS.find(([from]) => score >= from) ?? WORDS[3]!;
  return randomFrom(`words ${seed}`).pick(words);
}
