// One comment while 500 listeners have the product open: milliseconds until the last of them has received its live
// event.
import { type IncomingMessage, get } from 'node:http';
import { fillCatalogue, openDatabase } from '../journeys/testkit/catalogue.ts';
import { newId } from '../server/platform/ids.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { line, median } from './ratio.ts';

const LISTENERS = 500;
const ROUNDS = 5;
/** Streams per member; each account may have a few, on its devices. */
const EACH = 5;

const product = await startProduct();
const db = openDatabase(product.dataDir);
const { pinned } = await fillCatalogue(db);
await db.end();
const members: Caller[] = [];
for (let n = 0; n < LISTENERS / EACH; n += 1) {
  const member = new Caller(product.url);
  await member.signUp(`${newId()}@example.org`);
  members.push(member);
}
const [author] = members;
if (author === undefined) throw new Error('There is nobody.');

let heard = 0;
let whole = () => {};
const open = (cookie: string) =>
  new Promise<IncomingMessage>((done, fail) => {
    get(`${product.url}/api/events`, { agent: false, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`The events answered ${answer.statusCode}`));
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        if (!text.includes('event: comments')) return;
        heard += 1;
        if (heard === LISTENERS) whole();
      });
      done(answer);
    }).once('error', fail);
  });
const streams = await Promise.all(members.flatMap(({ cookie }) => Array.from({ length: EACH }, () => open(cookie))));

const times: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  heard = 0;
  const all = new Promise<void>((done) => (whole = done));
  const began = performance.now();
  const answer = await author.call('POST', `/api/comments/${pinned}`, { comment: `Said to everybody, ${round}` });
  if (answer.status !== 200) throw new Error(`The comment answered ${answer.status}: ${answer.text}`);
  await all;
  times.push(performance.now() - began);
}
for (const stream of streams) stream.destroy();
await product.stop();
const summary = times.map((time) => Math.round(time)).join(' ');
const holds = line(
  `${LISTENERS} listeners hear of a comment: milliseconds to the last`,
  median(times),
  { most: 1000 },
  summary,
);
process.exitCode = holds ? 0 : 1;
