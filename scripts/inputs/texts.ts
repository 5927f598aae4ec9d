import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, type Locator, type Page, chromium } from '@playwright/test';
import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import type { Recaptcha } from '../../server/testkit/recaptcha.ts';
import { patient } from '../patience.ts';
import { Caller, type Json } from '../product.ts';
import type { Checked } from './recipes.ts';
import { type Answer, findFaults } from './refusals.ts';

interface Entry {
  value: string;
  verdict?: 'valid' | 'invalid' | 'either';
}
interface Corpus {
  name: string;
  entries: Entry[];
}
/** A telephone number, and whether it is valid in a country; `any` or null if the country isn't certain. */
interface Phone {
  value: string;
  verdict: 'valid' | 'invalid';
  locale: string | null;
}

/** Number of strings on one profile at a time: all entries of a list, so that one page shows them together. */
const BATCH = 20;
/** Maximum characters of a short and of a long field. */
const [SHORT, LONG] = [80, 2000];
const PERIOD = { startDate: '2001-01-01', endDate: '2002-01-01' };
/** The text that a page shows for PERIOD. */
const PERIOD_SHOWN = 'Jan 1, 2001 – Jan 1, 2002';
/** Appended to texts that pages shorten, so that they are long enough for that. */
const MORE = ' and so on, for longer than a bio or a title is that is shown without being asked for more';

/**
 * The product that is tested, and where the strings are typed: the profile of a musician (`musicianId`), one of the
 * musician's songs (`mediaId`), and the contact form, which mails an administrator.
 */
export interface TextTarget {
  url: string;
  musician: Caller;
  musicianId: string;
  mediaId: string;
  /** Reads the mail of the contact form. */
  admin: Caller;
  /** The product's reCAPTCHA, which the contact form requires. */
  recaptcha: Recaptcha;
}

/** Pages in the browsers of a visitor and of the musician, and the account that the musician writes to. */
interface Viewers {
  visitor: Page;
  musician: Page;
  readerId: string;
}

/** Files without texts: names for uploads, and telephone numbers. */
const OTHERS = ['upload-names.json', 'phones.json'];

/** The corpora of a folder's `text/`. */
export async function readCorpora(folder: string): Promise<Corpus[]> {
  const files = (await readdir(join(folder, 'text'))).filter((name) => !OTHERS.includes(name));
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace('.json', ''),
      entries: (JSON.parse(await readFile(join(folder, 'text', file), 'utf8')) as { entries: Entry[] }).entries,
    })),
  );
}

/** The telephone numbers of a folder's `text/`. */
export async function readPhones(folder: string): Promise<Phone[]> {
  return (JSON.parse(await readFile(join(folder, 'text/phones.json'), 'utf8')) as { entries: Phone[] }).entries;
}

/** Number of strings that represent a corpus: evenly spread, and the same each time. */
const SOME = 100;

/** A part of a corpus, for runs that check other things, too. */
export const some = <T>(entries: readonly T[]): T[] => {
  const step = Math.max(1, Math.ceil(entries.length / SOME));
  return entries.filter((_, at) => at % step === 0);
};

/**
 * Checks every string in every text field of profile, shows, media, sign-up, contact form, comments, messages and
 * playlists: it must be kept as typed or refused with a sentence, shown by a browser as exactly that text, and never
 * run. Also checks every telephone number as a contact.
 */
export async function checkTexts(
  target: TextTarget,
  corpora: readonly Corpus[],
  phones: readonly Phone[],
): Promise<Checked[]> {
  const checked: Checked[] = [];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { url, musician, musicianId } = target;
    const [visitors, context] = [
      await browser.newContext({ locale: 'en-US' }),
      await browser.newContext({ locale: 'en-US' }),
    ];
    for (const one of [visitors, context]) one.setDefaultTimeout(patient(60_000));
    const viewers: Viewers = {
      visitor: await visitors.newPage(),
      musician: await (await signIn(context, musician, url)).newPage(),
      readerId: await new Caller(url).signUp('reader@example.org'),
    };
    const clean = [await watch(viewers.visitor), await watch(viewers.musician)];
    const isClean = () => clean.every((is) => is());
    await musician.call('PUT', `/api/users/${musicianId}`, { username: 'inputs' });
    for (const { name, entries } of corpora) {
      const faults: string[] = [];
      for (const entry of entries) faults.push(...(await checkSingleFields(target, entry.value)));
      for (const { value, verdict } of entries)
        if (cleanText(value) !== '')
          faults.push(...(await checkAddresses(target, { value, ...(name === 'urls' && verdict && { verdict }) })));
      const shown = [...new Set(entries.map(({ value }) => cleanText(value)).filter((value) => value !== ''))];
      for (let at = 0; at < shown.length; at += BATCH) {
        const batch = shown.slice(at, at + BATCH);
        faults.push(...(await checkShown(target, viewers.visitor, batch)));
        faults.push(...(await checkMessages(target, viewers, batch)));
      }
      if (!isClean()) faults.push('a script ran, or a dialog opened');
      checked.push([`text ${name}`, faults.slice(0, 20)]);
    }
    checked.push(['text phones', (await checkPhones(target, viewers.visitor, phones)).slice(0, 20)]);
  } finally {
    await browser.close();
  }
  return checked;
}

async function signIn(context: BrowserContext, caller: Caller, url: string): Promise<BrowserContext> {
  const cookies = caller.cookie.split('; ').map((pair) => ({
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    url,
  }));
  await context.addCookies(cookies);
  return context;
}

const storedText = (value: string, most: number): string => cleanText(value.slice(0, most));
const about = (value: string, what: string): string => `${JSON.stringify(value.slice(0, 80))}: ${what}`;
const faultsAbout = (value: string, answer: Answer): string[] => findFaults(answer).map((fault) => about(value, fault));

/** The fields in which a response differs from the expected values. */
function differences(value: string, answer: Answer, wanted: Record<string, unknown>): string[] {
  if (answer.status !== 200) return [about(value, `HTTP ${answer.status}: ${answer.text.slice(0, 200)}`)];
  return Object.entries(wanted)
    .filter(([field, text]) => JSON.stringify(answer.body[field]) !== JSON.stringify(text))
    .map(([field]) => about(value, `${field} is ${JSON.stringify(answer.body[field])}`));
}

let people = 0;

async function checkSingleFields(target: TextTarget, value: string): Promise<string[]> {
  const { url, musician, musicianId, mediaId } = target;
  const [short, long, tag] = [storedText(value, SHORT), storedText(value, LONG), storedText(value, 40)];
  const optional = { title: short, bio: long };
  const names = short === '' ? {} : { firstName: short, lastName: short, displayName: short };
  const profile = await musician.call('PUT', `/api/users/${musicianId}`, {
    title: value.slice(0, SHORT),
    bio: value.slice(0, LONG),
    address: { city: value.slice(0, SHORT), state: '' },
    ...(short !== '' && { firstName: value.slice(0, SHORT), lastName: value.slice(0, SHORT), displayName: short }),
  });
  const faults = differences(value, profile, { ...optional, ...names, address: { city: short, state: '' } });
  if (short === '') return faults;
  const media = await musician.call('PUT', `/api/media/${mediaId}`, {
    title: value.slice(0, SHORT),
    description: value.slice(0, LONG),
    tags: tag === '' ? [] : [{ text: tag }],
  });
  faults.push(...differences(value, media, { title: short, description: long }));
  people += 1;
  const email = `text${people}@example.org`;
  const signUp = await new Caller(url).call('POST', '/api/users/', {
    firstName: value.slice(0, SHORT),
    lastName: value.slice(0, SHORT),
    email,
    emailConfirmation: email,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
  });
  faults.push(...differences(value, signUp, { firstName: short, lastName: short }));
  faults.push(...(await checkContactForm(target, value)));
  return faults;
}

/** Long, and without words that a name is likely to have. */
const PASSWORD = 'seven green lanterns 41';
/** A mail may break lines anywhere. */
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

/** A message of the contact form must arrive as a mail with its complete text. */
async function checkContactForm({ url, admin, recaptcha }: TextTarget, value: string): Promise<string[]> {
  recaptcha.solved.add(`solved ${people}`);
  const sent = await new Caller(url).call('POST', '/api/messages/support', {
    name: value.slice(0, SHORT),
    email: 'vera@example.org',
    message: value.slice(0, LONG),
    recaptcha: `solved ${people}`,
  });
  if (sent.status !== 200) return [about(value, `the contact form says ${sent.text.slice(0, 200)}`)];
  const { mail } = (await admin.call('GET', '/api/outbox?size=10')).body;
  const letter = mail.find((one: Json) => one.kind === 'support').text;
  const missing = [storedText(value, SHORT), storedText(value, LONG)].filter(
    (text) => !withoutSpace(letter).includes(withoutSpace(text)),
  );
  return missing.map((text) => about(value, `the mail does not say ${JSON.stringify(text.slice(0, 80))}`));
}

/** The fields with their own rules: they accept valid values, and refuse others with a sentence. */
async function checkAddresses(target: TextTarget, { value, verdict }: Entry): Promise<string[]> {
  const { url, musician, musicianId } = target;
  const links = await musician.call('PUT', `/api/users/${musicianId}`, {
    albums: [{ title: 'A', releaseDate: '2001-01-01', websiteUrl: value }],
    contactMethods: [{ title: 'A', info: value }],
  });
  const username = await musician.call('PUT', `/api/users/${musicianId}`, { username: value });
  const show = await musician.call('POST', '/api/performances/', {
    name: 'A',
    date: '2001-01-01',
    time: '20:00',
    timeZone: 'UTC',
    ticketLink: value,
  });
  const signUp = await new Caller(url).call('POST', '/api/users/', signUpWith(value));
  const faults = [links, username, show, signUp].flatMap((answer) => faultsAbout(value, answer));
  if (show.status === 200) await musician.call('DELETE', `/api/performances/${show.body.id}`);
  if (username.status === 200) faults.push(about(value, 'took the place of a claimed username'));
  if (signUp.status === 200) faults.push(about(value, 'signed somebody up'));
  for (const stored of [links.body?.albums?.[0]?.websiteUrl, show.body?.ticketLink])
    if (stored && !/^https?:$/.test(new URL(stored).protocol)) faults.push(about(value, `is a link: ${stored}`));
  const refused = (links.body?.errors as { field: string }[] | undefined)?.some(({ field }) =>
    field.startsWith('album'),
  );
  // Addresses with a name or a password are valid, but refused here.
  if (verdict === 'valid' && refused && !value.includes('@')) faults.push(about(value, 'the address was refused'));
  if (verdict === 'invalid' && !refused) faults.push(about(value, 'the address was taken'));
  return faults;
}

/** A sign-up with two different passwords: it creates no account, but every field is checked. */
const signUpWith = (value: string) => ({
  firstName: value,
  lastName: value,
  email: value,
  emailConfirmation: value,
  password: value,
  passwordConfirmation: `${value} and another`,
});

/** Returns a function that is false once a dialog was opened, or a script among the strings ran. */
async function watch(page: Page): Promise<() => boolean> {
  let isClean = true;
  const spoil = () => (isClean = false);
  page.on('dialog', (dialog) => {
    spoil();
    void dialog.dismiss();
  });
  await page.exposeFunction('ran', spoil);
  await page.addInitScript(() => {
    const ran = () => (window as unknown as { ran: () => void }).ran();
    Object.assign(window, { alert: ran, confirm: ran, prompt: ran, print: ran });
  });
  return () => isClean;
}

/** One page with all these strings, as a visitor sees it: it must show exactly these texts. */
async function checkShown(target: TextTarget, page: Page, values: readonly string[]): Promise<string[]> {
  const { url, musician, musicianId } = target;
  const bio = storedText([...values, MORE].join('\n'), 5000);
  const title = storedText([...values, MORE].join(' '), 200);
  const answer = await musician.call('PUT', `/api/users/${musicianId}`, {
    displayName: 'Texts',
    bio,
    title,
    albums: values.map((value) => ({
      title: storedText(value, 200),
      releaseDate: PERIOD.startDate,
      credits: storedText(value, LONG),
      websiteUrl: '',
    })),
    bands: values.map((value) => ({ name: storedText(value, 200), notes: storedText(value, LONG), ...PERIOD })),
    professions: values.map((value) => ({ company: storedText(value, 200), title: storedText(value, 200), ...PERIOD })),
    schools: values.map((value) => ({
      name: storedText(value, 200),
      field: storedText(value, 200),
      loc: storedText(value, 200),
      ...PERIOD,
    })),
    donationMethods: values.map((value) => ({ appName: 'Venmo', username: storedText(value, 200) })),
    contactMethods: values.map((value) => ({ title: storedText(value, SHORT), info: 'https://a.example/' })),
  });
  if (answer.status !== 200) return [`a profile with ${values.length} strings: ${answer.text.slice(0, 300)}`];
  const faults: string[] = [];
  const shows: string[] = [];
  for (const [at, value] of values.entries()) {
    const wanted = { name: storedText(value, 200), venue: storedText(value, 200), notes: storedText(value, LONG) };
    const date = `2091-01-${String(at + 1).padStart(2, '0')}`;
    const show = await musician.call('POST', '/api/performances/', { ...wanted, date, time: '20:00', timeZone: 'UTC' });
    faults.push(...differences(value, show, wanted));
    if (show.status === 200) shows.push(show.body.id);
  }

  await page.goto(`${url}/${musicianId}`);
  await page.getByRole('button', { name: 'more', exact: true }).click();
  const shownBio = await page.getByRole('button', { name: 'less', exact: true }).locator('xpath=..').textContent();
  if (shownBio !== `${bio} less`) faults.push(about(bio, `as a bio is shown as ${JSON.stringify(shownBio)}`));
  const titles = await page
    .locator('main header p')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? one.textContent));
  if (!titles.includes(title)) faults.push(about(title, `as a title is not among ${JSON.stringify(titles)}`));

  for (const [tab, partsOf] of PANELS) {
    await page.getByRole('button', { name: new RegExp(`^${tab}( ?\\d+)?$`) }).click();
    const rows = page.getByRole('region', { name: tab }).getByRole('listitem');
    await rows.nth(values.length - 1).waitFor();
    const shown = await textsIn(rows);
    for (const [at, value] of values.entries()) {
      const wanted = partsOf(value);
      // The other parts weren't typed.
      const parts = wanted.map((part, place) => (part === null ? null : shown[at]?.[place]));
      if (JSON.stringify(parts) !== JSON.stringify(wanted))
        faults.push(about(value, `shown as ${JSON.stringify(shown[at])} in ${tab}`));
    }
  }
  for (const id of shows) await musician.call('DELETE', `/api/performances/${id}`);
  return faults;
}

/** The expected parts of a row of each panel for a string; null for parts that weren't typed. */
const PANELS: readonly [tab: string, partsOf: (value: string) => (string | null)[]][] = [
  ['Donate', (value) => ['Venmo', storedText(value, 200)]],
  ['Contact', (value) => [storedText(value, SHORT), 'https://a.example/']],
  ['Upcoming Shows', (value) => [storedText(value, 200), null, storedText(value, 200), storedText(value, LONG)]],
  [
    'Schools',
    (value) => [storedText(value, 200), `${storedText(value, 200)} · ${storedText(value, 200)}`, PERIOD_SHOWN],
  ],
  ['Positions', (value) => [storedText(value, 200), storedText(value, 200), PERIOD_SHOWN]],
  // An album's title is expected twice, because `textsIn` reads the heading and also the link in it.
  ['Albums', (value) => [storedText(value, 200), storedText(value, 200), null, storedText(value, LONG)]],
  ['Bands', (value) => [storedText(value, 200), PERIOD_SHOWN, storedText(value, LONG)]],
];

/** The texts of each row: headings, paragraphs and links in their order. */
const textsIn = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('h3, p, a')].map(({ textContent }) => textContent)),
  );

/** Texts for others: comments, messages and names of playlists, as their author sees them. */
async function checkMessages(target: TextTarget, viewers: Viewers, values: readonly string[]): Promise<string[]> {
  const { url, musician, musicianId, mediaId } = target;
  const { musician: page, readerId } = viewers;
  const faults: string[] = [];
  const made: string[] = [];
  const compare = (where: string, shown: readonly string[], most: number): void => {
    for (const [at, value] of values.entries())
      if (shown[at] !== storedText(value, most))
        faults.push(about(value, `shown as ${JSON.stringify(shown[at])} in ${where}`));
  };
  for (const value of values) {
    const [short, long] = [storedText(value, 100), storedText(value, LONG)];
    const comment = await musician.call('POST', `/api/comments/${mediaId}`, { comment: value.slice(0, LONG) });
    faults.push(...differences(value, comment, { body: long }));
    if (comment.status === 200) made.push(`/api/comments/${comment.body.id}`);
    const message = await musician.call('POST', '/api/messages', {
      convo: { users: [readerId] },
      message: { text: value.slice(0, LONG) },
    });
    faults.push(...differences(value, { ...message, body: message.body?.message ?? {} }, { text: long }));
    const playlist = await musician.call('POST', '/api/playlists', { name: value.slice(0, 100) });
    faults.push(...differences(value, playlist, { name: short }));
    if (playlist.status === 200) made.push(`/api/playlists/${playlist.body.id}`);
  }
  // If one is missing, the pages below would never be complete.
  if (faults.length > 0) return faults;

  await page.goto(`${url}/${musicianId}/${mediaId}`);
  const comments = page.getByRole('list', { name: 'Comments', exact: true }).getByRole('article');
  await comments.first().waitFor();
  if (values.length > (await comments.count())) await page.getByRole('button', { name: /^Show More/ }).click();
  await comments.nth(values.length - 1).waitFor();
  const texts = await comments.locator('p:nth-of-type(2)').allTextContents();
  compare('the comments', texts.toReversed(), LONG);

  await page.goto(`${url}/messages/${readerId}`);
  const messages = page.getByRole('log', { name: 'Messages' }).locator('li > div > p');
  await messages.nth(values.length - 1).waitFor();
  compare('the messages', (await messages.allTextContents()).slice(-values.length), LONG);

  await page.goto(`${url}/playlists`);
  const names = page.getByRole('list', { name: 'Your playlists' }).locator('bdi[title]');
  await names.nth(values.length - 1).waitFor();
  compare('the playlists', (await names.allTextContents()).toReversed(), 100);

  for (const path of made) await musician.call('DELETE', path);
  return faults;
}

/**
 * Telephone numbers as contacts: those of the United States are accepted, and so are numbers with a plus and a country;
 * all others are refused with a sentence. Accepted numbers are shown as typed, and link to exactly these digits.
 */
async function checkPhones(target: TextTarget, page: Page, phones: readonly Phone[]): Promise<string[]> {
  const { url, musician, musicianId } = target;
  const faults: string[] = [];
  const taken: string[] = [];
  const save = (infos: readonly string[]) =>
    musician.call('PUT', `/api/users/${musicianId}`, {
      contactMethods: infos.map((info) => ({ title: 'Phone', info })),
    });
  for (const { value, verdict, locale } of phones) {
    if (cleanText(value) === '') continue;
    const answer = await save([value]);
    faults.push(...faultsAbout(value, answer));
    const isTaken = answer.status === 200;
    const isOurs = (locale === 'en-US' && verdict === 'valid') || /^\+[2-9]\d{6,14}$/.test(value);
    if (isOurs && !isTaken) faults.push(about(value, 'the number was refused'));
    if (isTaken && !/\d(?:\D*\d){6}/.test(value)) faults.push(about(value, 'was taken as a number'));
    if (isTaken) taken.push(cleanText(value));
  }
  for (let at = 0; at < taken.length; at += BATCH) {
    const batch = taken.slice(at, at + BATCH);
    await save(batch);
    await page.goto(`${url}/${musicianId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const links = page.getByRole('region', { name: 'Contact' }).getByRole('link');
    await links.nth(batch.length - 1).waitFor();
    const shown = await links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href') ?? '']));
    for (const [place, value] of batch.entries()) {
      const [text, href = ''] = shown[place] ?? [];
      const digits = value.replaceAll(/\D/g, '');
      if (text !== value) faults.push(about(value, `shown as ${JSON.stringify(text)}`));
      if (!href.startsWith('tel:+') || !href.endsWith(digits)) faults.push(about(value, `leads to ${href}`));
    }
  }
  return faults;
}
