import type { Convo, Message } from '@scoville/contract/community/messages/messages.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { deleteMessage } from './messages.queries.ts';

let server: TestServer;
const people: Account[] = [];
beforeAll(async () => {
  server = await startTestServer();
  for (let n = 0; n < 3; n += 1) people.push(await server.signUp());
  await people[0]!.client.post(`/api/media/subscribe/${people[1]!.me.id}`, { type: 'published' });
});
afterAll(() => server.close());
/** The first user follows the second, so messages from the second to the first aren't requests. */
const follows = (one: number, other: number): boolean => one === 0 && other === 1;

interface Said {
  id: string;
  text: string;
  /** Position among all messages. */
  at: number;
}

/** The expected state of a conversation for one of its members. */
interface Mine {
  shown: Said[];
  hasRead: boolean;
  archived: boolean;
  isRequest: boolean;
  /** Position of the first unread message; null if unknown. */
  since: number | null;
}

interface Talk {
  id: string;
  mine: Map<number, Mine>;
}

type Step =
  | { do: 'write'; who: number; to: readonly number[] }
  | { do: 'read' | 'unread' | 'archive' | 'unarchive' | 'accept'; who: number; pick: number }
  | { do: 'delete'; pick: number }
  | { do: 'block' | 'unblock'; who: number; whom: number };

const GROUPS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
] as const;
const anyWho = fc.nat(2);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...GROUPS)
      .chain((to) => fc.constantFrom(...to).map((who): Step => ({ do: 'write', who, to }))),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('read', 'unread', 'archive', 'unarchive', 'accept'),
      who: anyWho,
      pick: fc.nat(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('block', 'unblock'), who: anyWho, whom: anyWho }) },
) as fc.Arbitrary<Step>;

/** Performs each step through HTTP and in a model. Returns the conversations of the model. */
async function live(steps: readonly Step[]): Promise<Talk[]> {
  const talks = new Map<string, Talk>();
  const blocks = new Set<string>();
  let said = 0;
  for (const step of steps) {
    switch (step.do) {
      case 'write': {
        const at = (said += 1);
        const users = step.to.filter((one) => one !== step.who).map((one) => people[one]!.me.id);
        const sent = await people[step.who]!.client.post('/api/messages', {
          convo: { users },
          message: { text: `Message ${at}` },
        });
        expect(sent.status).toBe(200);
        const { convo, message } = sent.body as { convo: Convo; message: Message };
        const key = step.to.join();
        const talk = talks.get(key) ?? {
          id: convo.id,
          mine: new Map(
            step.to.map((one) => [one, { shown: [], hasRead: true, archived: false, isRequest: false, since: null }]),
          ),
        };
        talks.set(key, talk);
        expect(convo.id).toBe(talk.id);
        for (const [one, mine] of talk.mine) {
          if (blocks.has(`${one} ${step.who}`)) continue;
          if (one === step.who) mine.isRequest = false;
          else if (mine.shown.length === 0) mine.isRequest = !follows(one, step.who);
          if (one !== step.who && mine.hasRead) mine.since = at;
          mine.hasRead = one === step.who;
          mine.archived = false;
          mine.shown.push({ id: message.id, text: message.text, at });
        }
        break;
      }
      case 'delete': {
        const all = [...talks.values()].flatMap(({ mine }) => [...mine.values()].flatMap(({ shown }) => shown));
        const gone = all.length === 0 ? undefined : all[step.pick % all.length];
        if (gone === undefined) break;
        await transaction(server.app.db, (tx) => deleteMessage(tx, gone.id));
        for (const mine of [...talks.values()].flatMap((talk) => [...talk.mine.values()])) {
          const wasLatest = mine.shown.at(-1)?.id === gone.id;
          mine.shown = mine.shown.filter(({ id }) => id !== gone.id);
          const latest = mine.shown.at(-1);
          if (wasLatest && (latest === undefined || (mine.since !== null && latest.at < mine.since)))
            mine.hasRead = true;
        }
        break;
      }
      case 'block':
      case 'unblock': {
        if (step.who === step.whom) break;
        const path = `/api/blocks/${people[step.whom]!.me.id}`;
        const { client } = people[step.who]!;
        expect((await (step.do === 'block' ? client.post(path) : client.delete(path))).status).toBe(200);
        blocks[step.do === 'block' ? 'add' : 'delete'](`${step.who} ${step.whom}`);
        break;
      }
      default: {
        const own = [...talks.values()].filter(({ mine }) => mine.has(step.who));
        const talk = own.length === 0 ? undefined : own[step.pick % own.length];
        if (talk === undefined) break;
        const mine = talk.mine.get(step.who)!;
        const path = `/api/convos/${talk.id}`;
        expect((await people[step.who]!.client.put(path, { action: step.do })).status).toBe(200);
        if (step.do === 'read') mine.hasRead = true;
        if (step.do === 'unread') [mine.hasRead, mine.since] = [false, null];
        if (step.do === 'archive' || step.do === 'unarchive') mine.archived = step.do === 'archive';
        if (step.do === 'accept') mine.isRequest = false;
      }
    }
  }
  return [...talks.values()];
}

it('MS-09 MS-10 shows each of three users their own messages and unread count after any actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      await server.app.db`delete from conversations`;
      await server.app.db`delete from blocks`;
      const talks = await live(steps);
      for (const [one, { client, me }] of people.entries()) {
        const own = talks
          .flatMap(({ id, mine }) => (mine.has(one) ? [{ id, ...mine.get(one)! }] : []))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1));
        const listed = async (query: string) =>
          ((await client.get(`/api/convos${query}`)).body.convos as Convo[])
            .map((convo) => ({
              id: convo.id,
              latest: convo.latest?.text,
              hasRead: convo.hasRead,
              isRequest: convo.isRequest,
              archivedUsers: convo.archivedUsers,
            }))
            .toSorted((a, b) => (a.id < b.id ? -1 : 1));
        const expected = (archived: boolean) =>
          own
            .filter((mine) => mine.shown.length > 0 && mine.archived === archived)
            .map(({ id, shown, hasRead, isRequest }) => ({
              id,
              latest: shown.at(-1)?.text,
              hasRead,
              isRequest,
              archivedUsers: archived ? [me.id] : [],
            }));
        const [list, archive] = [await listed(''), await listed('?archived=true')];
        expect(list).toEqual(expected(false));
        expect(archive).toEqual(expected(true));
        expect((await client.get('/api/convos/unread')).body.count).toBe(list.filter(({ hasRead }) => !hasRead).length);
        for (const { id, shown } of own) {
          const { messages } = (await client.get(`/api/messages/${id}`)).body as { messages: Message[] };
          expect(messages.map(({ text }) => text)).toEqual(shown.map(({ text }) => text));
        }
      }
    }),
    { numRuns: 30 },
  );
});
