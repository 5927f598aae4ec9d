export interface Person {
  firstName: string;
  lastName: string;
  username: string;
  city: string;
  /** The state's two-letter code. */
  state: string;
  /** The line under the person's name. */
  title: string;
  bio: string;
  kind: 'musician' | 'reviewer' | 'listener';
  isBand: boolean;
}

/** first name | last name | username | city, state | title | bio; an asterisk before the first name marks a band. */
const MUSICIANS = `
Juno|Reyes|junoreyes|San Antonio, TX|Soul singer and piano player|Sings what her grandmother cooked. Sunday nights at the corner table, all year.
*Ruth|& the Rinds|ruthandtherinds|Asheville, NC|Four voices, one banjo|We met at an orchard and never quite left it.
Ana|Castell|anacastell|Miami, FL|Latin pop in two languages|Writes in Spanish, arranges in English, dances in both.
Odell|Marsh|odellmarsh|Memphis, TN|Blues from the third shift|Thirty years of nights at the mill, and a guitar behind the lockers.
Delia|Okafor|deliaokafor|Houston, TX|Afrobeat, twelve hands when we can|Market rhythms and a horn line you can whistle.
Paloma|Ortiz|palomaortiz|Albuquerque, NM|Reggae of the high desert|Slow tempos, long shadows.
*Batch|47|batch47|Detroit, MI|Beats from a restaurant kitchen|Two line cooks with a sampler. The forty-sixth batch burned.
Kei|Tanabe|keitanabe|Portland, OR|Ambient piano and tape|Records rain on purpose.
*The Low|Flames|thelowflames|Cleveland, OH|Rock trio|Loud, on time, home by eleven.
*Marrow|& Vine|marrowandvine|Nashville, TN|Country duo|Harmony first, boots second.
Sable|Quist|sablequist|Minneapolis, MN|Electronic songs|Builds one synthesizer each winter and writes a record on it.
Tunde|Bellweather|tundebell|Atlanta, GA|Afrobeat and jazz saxophone|Plays every Thursday; rehearses every other day.
Wren|Halloway|wrenhalloway|Burlington, VT|Folk songs about weather|Surveyor by day. The maps rhyme sometimes.
Milo|Farrant|milofarrant|New Orleans, LA|Trumpet, second line|Taught by his aunt, corrected by the street.
Ines|Vaughn-Solis|inesvs|Tucson, AZ|Indie pop|Songs for motels and monsoons.
*Copper|Coil|coppercoil|Chicago, IL|House and machines|Three engineers and a drum machine with a name.
Harlan|Pike|harlanpike|Boise, ID|Americana|Two lanes, no radio, so he sang.
Noor|Azadi|noorazadi|Seattle, WA|R&B and strings|A viola, a loop pedal and a kitchen full of cousins.
Gus|Lindqvist|guslindqvist|Duluth, MN|Rock from the ore docks|Learned to sing over ship horns.
Tess|Marrable|tessmarrable|Honolulu, HI|Slack key guitar|Mornings only.`;

const REVIEWERS = `
Nell|Ferris|nellferris|Louisville, KY|Certified reviewer|Twenty years behind a mixing desk. Listens to everything twice.
Amos|Tate|amostate|Oakland, CA|Certified reviewer|Choir director. Hears the second verse first.`;

const LISTENERS = `
Bea|Lindholm|bealindholm|Madison, WI||
Cal|Ruiz|calruiz|El Paso, TX||
Dot|Amani|dotamani|Baltimore, MD||
Ezra|Penn|ezrapenn|Providence, RI||
Fern|Castillo|ferncastillo|Fresno, CA||
Gil|Okoro|gilokoro|Dallas, TX||
Hana|Brandt|hanabrandt|Milwaukee, WI||
Ivo|Marsden|ivomarsden|Richmond, VA||
Joss|Whitaker|josswhitaker|Omaha, NE||
Kit|Delgado|kitdelgado|Sacramento, CA||
Lena|Forsyth|lenaforsyth|Pittsburgh, PA||
Moss|Adeyemi|mossadeyemi|Charlotte, NC||`;

const read = (rows: string, kind: Person['kind']): Person[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [first = '', lastName = '', username = '', place = '', title = '', bio = ''] = row.split('|');
      const [city = '', state = ''] = place.split(', ');
      const isBand = first.startsWith('*');
      return { firstName: first.replace('*', ''), lastName, username, city, state, title, bio, kind, isBand };
    });

/** Returns all people of the demonstration. The names are invented, the cities are real. */
export const people = (): Person[] => [
  ...read(MUSICIANS, 'musician'),
  ...read(REVIEWERS, 'reviewer'),
  ...read(LISTENERS, 'listener'),
];
