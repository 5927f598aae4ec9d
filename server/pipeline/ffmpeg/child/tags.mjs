// Reads the tags of the song or video in its input: `tags.mjs {mime, coverBytes}`, see `tags.ts`, which cleans them.
import { parseBlob } from 'music-metadata';
import { InputBlob, answer, dropPrivileges } from './child.mjs';

if (process.argv[2] === '-version') {
  dropPrivileges();
  process.exit(0);
}
const { mime, coverBytes } = JSON.parse(process.argv[2] ?? '');
// The library loads the parser of a type on first use, so it is first used here, with bytes of our own.
await parseBlob(new Blob([new Uint8Array(64)], { type: mime })).catch(() => {});
dropPrivileges();

/** The first of several values, cut to more than is ever kept. Everything after a NUL is another value or garbage. */
const text = (value) =>
  typeof value === 'string' ? value.split('\0', 1)[0].slice(0, 20_000).toWellFormed() : undefined;
const texts = (values) =>
  (values ?? [])
    .slice(0, 100)
    .flatMap((value) => (typeof value === 'string' ? value.split('\0', 100) : []))
    .map(text)
    .filter((one) => one !== undefined);
const isPicture = (bytes) => ['ffd8ff', '89504e', '474946'].includes(Buffer.from(bytes.subarray(0, 3)).toString('hex'));

/** Type 3 of ID3v2 and FLAC, as the library calls it. */
const FRONT = 'Cover (front)';

/** All tags of the input, and its cover. */
async function read() {
  const { common } = await parseBlob(new InputBlob(mime), { duration: false, skipPostHeaders: false });
  const pictures = (common.picture ?? []).filter(({ data }) => data.length <= coverBytes && isPicture(data));
  const { data: cover } = pictures.find(({ type }) => type === FRONT) ?? pictures[0] ?? {};
  const head = {
    title: text(common.title),
    artist: text(common.artist),
    album: text(common.album),
    genre: texts(common.genre),
    keywords: texts(common.keywords),
    mood: text(common.mood),
    year: typeof common.year === 'number' ? common.year : undefined,
    comment: text(common.description?.[0]) ?? text(common.comment?.[0]?.text),
    cover: cover?.length ?? 0,
  };
  return { head, parts: cover === undefined ? [] : [cover] };
}

const problemOf = (error) => ({
  problem: String(error?.message ?? error)
    .slice(0, 1000)
    .toWellFormed(),
});

const { head, parts } = await read().catch((error) => ({ head: problemOf(error), parts: [] }));
answer(head, parts);
