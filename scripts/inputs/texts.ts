import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { cleanText } from '@scoville/contract/values.ts';
import { Caller } from '../product.ts';
import type { Checked } from './recipes.ts';
import { type Answer, faultsOf } from './refusals.ts';

interface Entry {
  value: string;
  verdict?: 'valid' | 'invalid' | 'either';
}
interface Corpus {
  name: string;
  entries: Entry[];
}

/** Strings for one profile at a time: all entries of a list, so that a page shows them at once. */
const BATCH = 20;
/** Characters that a short and a long field hold. */
const [SHORT, LONG] = [80, 2000];
const PERIOD = { startDate: '2001-01-01', endDate: '2002-01-01' };

/** Where the strings go: a musician's own profile, one of their media, and an account that nobody has yet. */
export interface TextTarget {
  url: string;
  musician: Caller;
  musicianId: string;
  mediaId: string;
}

/** What is no text: names of files are uploaded, and telephone numbers are digits. */
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

/** Strings of a corpus that stand for it: evenly spread, the same ones each time. */
const SOME = 150;

/** A part of a corpus, for runs that do other things, too. */
export const some = ({ name, entries }: Corpus): Corpus => {
  const step = Math.max(1, Math.ceil(entries.length / SOME));
  return { name, entries: entries.filter((_, at) => at % step === 0) };
};

/**
 * Every string in every text field of profile, shows, media and sign-up: kept as it was typed or refused with a sentence,
 * shown by a browser as that very text, and never run.
 */
export async function checkTexts(target: TextTarget, corpora: readonly Corpus[]): Promise<Checked[]> {
  const checked: Checked[] = [];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const isClean = await watch(page);
    const { musician, musicianId } = target;
    await musician.call('PUT', `/api/users/${musicianId}`, { username: 'inputs' });
    for (const { name, entries } of corpora) {
      const faults: string[] = [];
      for (const entry of entries) faults.push(...(await checkSingleFields(target, entry.value)));
      for (const { value, verdict } of entries)
        if (cleanText(value) !== '')
          faults.push(...(await checkAddresses(target, { value, ...(name === 'urls' && verdict && { verdict }) })));
      const shown = [...new Set(entries.map(({ value }) => cleanText(value)).filter((value) => value !== ''))];
      for (let at = 0; at < shown.length; at += BATCH)
        faults.push(...(await checkShown(target, page, shown.slice(at, at + BATCH))));
      if (!isClean()) faults.push('a script ran, or a dialog opened');
      checked.push([`text ${name}`, faults.slice(0, 20)]);
    }
  } finally {
    await browser.close();
  }
  return checked;
}

const kept = (value: string, most: number): string => cleanText(value.slice(0, most));
const about = (value: string, what: string): string => `${JSON.stringify(value.slice(0, 80))}: ${what}`;
const faultsAbout = (value: string, answer: Answer): string[] => faultsOf(answer).map((fault) => about(value, fault));

/** What a call kept of a string, field by field, against what was typed. */
function differences(value: string, answer: Answer, wanted: Record<string, unknown>): string[] {
  if (answer.status !== 200) return [about(value, `HTTP ${answer.status}: ${answer.text.slice(0, 200)}`)];
  return Object.entries(wanted)
    .filter(([field, text]) => JSON.stringify(answer.body[field]) !== JSON.stringify(text))
    .map(([field]) => about(value, `${field} is ${JSON.stringify(answer.body[field])}`));
}

async function checkSingleFields({ musician, musicianId, mediaId }: TextTarget, value: string): Promise<string[]> {
  const [short, long, tag] = [kept(value, SHORT), kept(value, LONG), kept(value, 40)];
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
  return faults;
}

/** The fields with rules of their own: they take what they are for, and refuse the rest with a sentence. */
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
  // Addresses that carry a name or a password are refused here, though they are addresses.
  if (verdict === 'valid' && refused && !value.includes('@')) faults.push(about(value, 'the address was refused'));
  if (verdict === 'invalid' && !refused) faults.push(about(value, 'the address was taken'));
  return faults;
}

/** A sign-up that its passwords end: nobody is signed up, and every field is judged. */
const signUpWith = (value: string) => ({
  firstName: value,
  lastName: value,
  email: value,
  emailConfirmation: value,
  password: value,
  passwordConfirmation: `${value} and another`,
});

/** Says whether anything of ours was left to run: a dialog, a changed mark, a request to outside. */
async function watch(page: Page): Promise<() => boolean> {
  let isClean = true;
  const spoil = () => (isClean = false);
  page.on('dialog', (dialog) => {
    spoil();
    void dialog.dismiss();
  });
  await page.exposeFunction('ran', spoil);
  await page.addInitScript(() => {
    const ran = () => void (window as unknown as { ran: () => void }).ran();
    Object.assign(window, { alert: ran, confirm: ran, prompt: ran, print: ran });
  });
  return () => isClean;
}

/** One page with all these strings in it, as a visitor sees it: the words are the very texts. */
async function checkShown(target: TextTarget, page: Page, values: readonly string[]): Promise<string[]> {
  const { url, musician, musicianId } = target;
  const answer = await musician.call('PUT', `/api/users/${musicianId}`, {
    displayName: 'Texts',
    albums: values.map((value) => ({
      title: kept(value, 200),
      releaseDate: '2001-01-01',
      credits: kept(value, LONG),
      websiteUrl: '',
    })),
    bands: values.map((value) => ({ name: kept(value, 200), notes: kept(value, LONG), ...PERIOD })),
    professions: values.map((value) => ({ company: kept(value, 200), title: kept(value, 200), ...PERIOD })),
    schools: values.map((value) => ({ name: kept(value, 200), field: kept(value, 200), loc: '', ...PERIOD })),
    donationMethods: values.map((value) => ({ appName: 'Venmo', username: kept(value, 200) })),
    contactMethods: values.map((value) => ({ title: kept(value, SHORT), info: 'https://a.example/' })),
  });
  if (answer.status !== 200) return [`a profile with ${values.length} strings: ${answer.text.slice(0, 300)}`];
  const faults: string[] = [];
  await page.goto(`${url}/${musicianId}`);
  for (const [tab, most] of [
    ['Contact', SHORT],
    ['Schools', 200],
    ['Albums', 200],
    ['Bands', 200],
  ] as const) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    const shown = await page.getByRole('region', { name: tab }).getByRole('heading', { level: 3 }).allTextContents();
    for (const [at, value] of values.entries())
      if (shown[at] !== kept(value, most)) faults.push(about(value, `shown as ${JSON.stringify(shown[at])} in ${tab}`));
  }
  return faults;
}
