import { WRONG_TYPE } from '@scoville/contract/catalogue/uploads.ts';
import { patient } from '../patience.ts';
import type { Caller } from '../product.ts';
import { type Answer, findFaults, sendRaw } from './refusals.ts';

/** One upload made from a recipe: its name, and the faults of its result. */
export type Checked = [name: string, faults: string[]];

const MIB = 2 ** 20;
const BOUNDARY = 'between-the-parts';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="song.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const formOf = (...files: [name: string, bytes: Uint8Array<ArrayBuffer>, type?: string][]): FormData => {
  const form = new FormData();
  for (const [name, bytes, type] of files) form.append('file', new Blob([bytes], type ? { type } : {}), name);
  return form;
};

/** The beginning of a form with a file of at least `bytes`, which begins with `first` and continues with zeros. */
function* formBeginning(first: Buffer, bytes: number): Generator<Buffer> {
  yield HEAD;
  yield first;
  for (let sent = first.length; sent < bytes; sent += MIB) yield Buffer.alloc(MIB);
}

/**
 * Uploads with sizes and shapes that no file on a disk has; `mp3` is a small valid one. The plan of `caller` has no
 * total and a high limit; that of `beginner` has the base plan's 50 MB.
 */
export async function checkRecipes(
  url: string,
  caller: Caller,
  beginner: Caller,
  mp3: Buffer<ArrayBuffer>,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  const note = (name: string, answer: Answer, wanted: 'accepted' | 'refused' | 'either'): void => {
    const faults = findFaults(answer);
    if (wanted === 'accepted' && answer.status !== 202) faults.push(`refused: ${answer.text.slice(0, 200)}`);
    if (wanted === 'refused' && answer.status < 400) faults.push('was accepted');
    checked.push([name, faults]);
  };
  const upload = async (form: FormData, by = caller): Promise<Answer> => {
    const answer = await by.call('POST', '/api/upload', form);
    if (answer.status === 202) await caller.call('DELETE', `/api/media/${answer.body.media.id}`);
    return answer;
  };
  const padded = (bytes: number): Buffer<ArrayBuffer> => Buffer.concat([mp3, Buffer.alloc(bytes - mp3.length)]);

  note('at-25MB', await upload(formOf(['at.mp3', padded(25_000_000)])), 'accepted');
  note('at-50MB', await upload(formOf(['at.mp3', padded(50_000_000)])), 'either');
  note('over-50MiB', await upload(formOf(['over.mp3', padded(50 * MIB + 1)]), beginner), 'refused');
  for (const type of ['text/html', 'image/png', 'application/x-www-form-urlencoded'])
    note(`wrong-part-type ${type}`, await upload(formOf(['song.mp3', mp3, type])), 'accepted');
  note('two-files', await upload(formOf(['a.mp3', mp3], ['b.mp3', mp3])), 'refused');
  note('no-file', await upload(new FormData()), 'refused');
  const text = new FormData();
  text.set('file', 'hello');
  note('no-file, a text field', await upload(text), 'refused');

  // A streamed body must be refused, or its connection closed, before its end: this one never ends.
  const early = async (name: string, first: Buffer): Promise<void> => {
    const unended = { ends: false, wait: patient(20_000) };
    const { answer, closed } = await sendRaw(url, beginner, TYPE, formBeginning(first, 75_000_000), unended);
    const faults = answer === null ? [] : findFaults(answer);
    if (answer !== null && answer.status < 400) faults.push('was accepted');
    if (answer === null && !closed) faults.push('75 MB of a file without an end were not refused');
    checked.push([name, faults]);
  };
  await early('without end.mp4', Buffer.alloc(MIB));
  await early('without end, begins as a song', mp3);

  const whole = Buffer.concat([HEAD, mp3, TAIL]);
  for (const [name, length] of [
    ['content-length-lies, larger', whole.length + 1000],
    ['content-length-lies, smaller', whole.length - 1000],
  ] as const) {
    const headers = { ...TYPE, 'content-length': String(length) };
    const { answer } = await sendRaw(url, caller, headers, [whole.subarray(0, length)], { ends: false });
    const alive = await fetch(`${url}/api/health`).then(({ ok }) => ok);
    checked.push([name, [...(answer === null ? [] : findFaults(answer)), ...(alive ? [] : ['the server is gone'])]]);
    if (answer?.status === 202) await caller.call('DELETE', `/api/media/${answer.body.media.id}`);
  }
  const { answer } = await sendRaw(url, caller, TYPE, [whole], { ends: true });
  checked.push(['chunked without length', answer?.status === 202 ? [] : [`refused: ${answer?.text}`]]);
  if (answer?.status === 202) await caller.call('DELETE', `/api/media/${answer.body.media.id}`);
  return checked;
}

interface Name {
  n: number;
  value: string;
  expected: 'accept_song' | 'either' | 'reject_clear_error';
}

/**
 * Uploads a valid song under every hostile name. It must be stored under a safe name, or refused with the message for a
 * wrong type if its extension isn't a song's. Only names for which either is right may be refused for another reason.
 */
export async function checkNames(caller: Caller, mp3: Buffer<ArrayBuffer>, names: readonly Name[]): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const { n, value, expected } of names) {
    const answer = await caller.call('POST', '/api/upload', formOf([value, mp3]));
    const faults = findFaults(answer);
    if (answer.status === 202) {
      const { id, filename, title } = answer.body.media;
      if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/.test(filename)) faults.push(`stored as ${JSON.stringify(filename)}`);
      if (title === '' || /\p{Cc}|[\u202a-\u202e\ufeff]/u.test(title)) faults.push(`titled ${JSON.stringify(title)}`);
      await caller.call('DELETE', `/api/media/${id}`);
      if (expected === 'reject_clear_error') faults.push('was accepted');
    } else if (expected === 'accept_song') faults.push(`refused: ${answer.text.slice(0, 200)}`);
    else if (expected === 'reject_clear_error' && (answer.status !== 415 || answer.body?.message !== WRONG_TYPE))
      faults.push(`refused as HTTP ${answer.status}: ${answer.text.slice(0, 200)}`);
    checked.push([`name ${n}`, faults]);
  }
  return checked;
}
