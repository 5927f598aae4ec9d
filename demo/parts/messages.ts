import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { convos, sendMessage } from '@scoville/contract/community/messages/messages.ts';
import { posts, writePost } from '@scoville/contract/community/follows/posts.ts';
import { type Account, type Part, type Place, made } from '../part.ts';
import { ownMedia } from '../own-media.ts';

/**
 * A conversation: its members' usernames and its messages in order. A message that starts with an asterisk shares the
 * writer's song or video with that title.
 */
interface Talk {
  between: readonly string[];
  said: readonly (readonly [who: string, what: string])[];
}

const TALKS: readonly Talk[] = [
  {
    between: ['junoreyes', 'inesvs'],
    said: [
      ['inesvs', 'I finished the motel one. It still needs a piano, and I only know one person for that.'],
      ['inesvs', '*Saguaro Motel'],
      ['junoreyes', 'Second verse: leave it empty, I hear the piano only from the bridge on. Send me the stems?'],
      ['inesvs', 'On their way. Take your time, I am on tour until Sunday.'],
    ],
  },
  {
    between: ['junoreyes', 'ruthandtherinds', 'deliaokafor', 'milofarrant', 'noorazadi'],
    said: [
      ['deliaokafor', 'The market festival asked for one song by all of us together. Who is in?'],
      ['milofarrant', 'In, if there is a horn line. There will be a horn line.'],
      ['ruthandtherinds', 'Four voices for you. The banjo is optional, says everybody but the banjo.'],
      ['noorazadi', 'I can write the strings next week.'],
      ['junoreyes', 'In. In D, please: my left hand has opinions about E flat.'],
    ],
  },
  {
    between: ['junoreyes', 'odellmarsh'],
    said: [
      ['junoreyes', 'Do you still open in Memphis in January? I am two hours away that week.'],
      ['odellmarsh', 'I do, and the piano there is in tune this year. Come by.'],
    ],
  },
  {
    between: ['calruiz', 'junoreyes'],
    said: [['calruiz', 'Would you play a wedding in El Paso in May? There is a real piano, and my aunt sings.']],
  },
];

/** Posts of musicians to their followers. */
const NEWS: Readonly<Record<string, string>> = {
  junoreyes:
    'The corner table is back from next Sunday on, every week until spring. Come early: the first row gets the bread.',
  inesvs: 'A new video is in the works, filmed in one night at a motel that really exists. Guess which one.',
};

/** Members write to each other, one to one and in a group, and musicians write a post to their followers. */
export const messages: Part = {
  name: 'Messages',
  async fill(place) {
    let count = 0;
    for (const talk of TALKS) count += await hold(place, talk);
    for (const [username, text] of Object.entries(NEWS)) {
      const musician = await accountOf(place, username);
      if (!musician) continue;
      const { total } = await musician.caller.call(posts, { params: { id: musician.id } });
      if (total > 0) continue;
      await musician.caller.call(writePost, { body: { text } });
      count += 1;
    }
    return made(count, 'message');
  },
};

async function accountOf({ people, account }: Place, username: string): Promise<Account | null> {
  const person = people.find((one) => one.username === username);
  return person ? account(person) : null;
}

/** Writes a conversation unless it exists, and returns the number of messages written. */
async function hold(place: Place, { between, said }: Talk): Promise<number> {
  const members = new Map<string, Account>();
  for (const username of between) {
    const member = await accountOf(place, username);
    // A small demonstration doesn't have all the people.
    if (!member) return 0;
    members.set(username, member);
  }
  const [first] = said;
  const opener = first && members.get(first[0]);
  if (!opener) return 0;
  const ids = [...members.values()].map(({ id }) => id);
  const { convos: known } = await opener.caller.call(convos, { query: { size: 100 } });
  const isTheirs = (users: readonly { id: string }[]) =>
    users.length === ids.length && users.every(({ id }) => ids.includes(id));
  // Leaves an existing conversation unchanged, even if an earlier run stopped in the middle of it.
  if (known.some(({ users }) => isTheirs(users))) return 0;
  const written: { by: Account; message: { text: string } | { media: string } }[] = [];
  for (const [username, what] of said) {
    const by = members.get(username);
    const message = by && what.startsWith('*') ? await shared(by, what.slice(1)) : { text: what };
    if (!by || message === null) return 0;
    written.push({ by, message });
  }
  let convo: { id: string } | { users: string[] } = { users: ids.filter((id) => id !== opener.id) };
  for (const { by, message } of written) {
    const sent: Reply<typeof sendMessage> = await by.caller.call(sendMessage, { body: { convo, message } });
    convo = { id: sent.convo.id };
  }
  return said.length;
}

/** A message that shares the writer's published song or video with this title; null if no published item has it. */
async function shared(writer: Account, title: string): Promise<{ media: string } | null> {
  const media = (await ownMedia(writer)).get(title);
  return media?.published ? { media: media.id } : null;
}
