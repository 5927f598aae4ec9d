import { comments } from '@scoville/contract/community/comments/comments.ts';
import type { ReportDecision, ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import {
  type ReportReason,
  decideReport,
  reportCases,
  reportSomething,
} from '@scoville/contract/community/reports/reports.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { seedOf } from '../catalogue.ts';
import { type Part, type Place, made } from '../part.ts';
import { publicMedia } from '../public-media.ts';

interface Planned {
  kind: Exclude<ReportSubject, 'message'>;
  /** Different for each report of the same kind, because kind and reason identify the case in a later run. */
  reason: ReportReason;
  words: string;
  /** The administrator's decision, always one that deletes nothing. Without a decision, the case stays open. */
  decided?: { decision: Extract<ReportDecision, 'dismiss' | 'warn'>; reason: string };
}

const PLANNED: readonly Planned[] = [
  {
    kind: 'comment',
    reason: 'spam',
    words: 'I read the very same sentence under another song.',
    decided: { decision: 'dismiss', reason: 'Saying the same kind thing twice is no advertising. The comment stays.' },
  },
  {
    kind: 'comment',
    reason: 'harassment',
    words: 'This reads unkind to me.',
    decided: { decision: 'warn', reason: 'Please write about the music, not about other listeners.' },
  },
  { kind: 'comment', reason: 'other', words: 'I think that this belongs under another song.' },
  {
    kind: 'user',
    reason: 'impersonation',
    words: 'I know somebody of this name, and it is not them.',
    decided: { decision: 'dismiss', reason: 'Two people may have one name. This musician confirmed theirs.' },
  },
  { kind: 'media', reason: 'rights', words: 'The melody in the middle is one that I have heard before.' },
];

interface Reported {
  id: string;
  /** The user who wrote or uploaded the reported thing, or the reported user. */
  ownerId: string;
}

/**
 * Listeners report some comments, a song or video and a musician. The administrator decides most of the cases and
 * leaves the others open.
 */
export const reports: Part = {
  name: 'Reports',
  async fill(place) {
    const { admin, people } = place;
    const listeners = people.filter(({ kind }) => kind === 'listener');
    let count = 0;
    for (const [nth, { kind, reason, words, decided }] of PLANNED.entries()) {
      const find = async () =>
        (await allCases(place)).find((one) => one.subject.kind === kind && one.reasons.includes(reason));
      const listener = listeners[nth % listeners.length];
      if (listener === undefined) break;
      let found = await find();
      if (found === undefined) {
        const { caller, id } = await place.account(listener);
        const known = new Set((await allCases(place)).map(({ subject }) => subject.id));
        const subject = (await subjects[kind](place, reason)).find((one) => one.ownerId !== id && !known.has(one.id));
        if (subject === undefined) continue;
        await caller.call(reportSomething, { body: { subject: { kind, id: subject.id }, reason, words } });
        count += 1;
        found = await find();
      }
      if (decided !== undefined && found?.state === 'open')
        await admin.call(decideReport, { params: { id: found.id }, body: decided });
    }
    return made(count, 'report');
  },
};

async function allCases({ admin }: Place) {
  const of = (queue: 'waiting' | 'decided') => admin.call(reportCases, { query: { queue, size: 100 } });
  return [...(await of('waiting')).cases, ...(await of('decided')).cases];
}

/** Returns everything of one kind that can be reported, in a random order that depends on the reason. */
const subjects: Record<Planned['kind'], (place: Place, reason: string) => Promise<Reported[]>> = {
  media: async (place, reason) =>
    (await inOrder(place, reason)).map(({ media, musician }) => ({ id: media.id, ownerId: musician.id })),
  user: async (place, reason) => (await inOrder(place, reason)).map(({ musician: { id } }) => ({ id, ownerId: id })),
  comment: async (place, reason) => {
    const written: Reported[] = [];
    for (const { media } of await inOrder(place, reason)) {
      const page = await place.admin.call(comments, { params: { mediaId: media.id }, query: { size: 100 } });
      written.push(...page.comments.map(({ id, user }) => ({ id, ownerId: user.id })));
    }
    return written;
  },
};

async function inOrder(place: Place, reason: string) {
  const order = ({ entry }: Awaited<ReturnType<typeof publicMedia>>[number]) =>
    randomFrom(`report ${reason} ${seedOf(entry)}`).range(0, 1);
  return (await publicMedia(place)).toSorted((a, b) => order(a) - order(b));
}
