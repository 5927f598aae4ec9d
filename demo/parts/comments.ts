import { addComment, addReply, comments as commentsOf } from '@scoville/contract/community/comments/comments.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { seedOf } from '../catalogue.ts';
import { type Part, made } from '../part.ts';
import { publicMedia } from '../public-media.ts';

/** The most comments by one listener, and the most replies by one musician. The server allows five a minute. */
const MOST = 4;
/** The share of comments about a moment, and the share of comments that get a reply. */
const AT_A_MOMENT = 0.5;
const ANSWERED = 0.5;

const ABOUT_A_MOMENT = [
  'This turn here. I went back to it three times.',
  'The way the drums leave and come back is lovely.',
  'Right here is where it got me.',
  'That one low note under everything!',
  'I did not expect this chord, and now I want it everywhere.',
  'Whoever mixed this bit deserves a good dinner.',
  'Listen to the breath before this line.',
  'My favorite eight bars of the week.',
];
const ABOUT_ALL = [
  'On repeat since this morning.',
  'Played it for my whole kitchen crew. Everybody asked who it was.',
  'The kind of song that makes a short drive longer on purpose.',
  'I would love to hear this live.',
  'Every listen shows me something new.',
  'The words stay with me.',
  'It starts quietly and then it does not let go.',
  'Sent to my sister, who sent it to everybody.',
];
const ANSWERS = [
  'Thank you, that is the part we fought about the longest.',
  'This made my day. Thank you for listening so closely.',
  'Come to a show, we play it longer there.',
  'Thank you! It was a first take, mistakes and all.',
];

/** Listeners write comments, many about a moment, and musicians reply to some. Skips items they commented on before. */
export const comments: Part = {
  name: 'Comments',
  async fill(place) {
    const there = await publicMedia(place);
    const replied = new Map<string, number>();
    let count = 0;
    for (const listener of place.people.filter(({ kind }) => kind === 'listener')) {
      const random = randomFrom(`comments ${listener.username}`);
      const chosen = there
        .map((one) => ({ ...one, order: randomFrom(`comment ${listener.username} ${seedOf(one.entry)}`).range(0, 1) }))
        .sort((a, b) => a.order - b.order)
        .slice(0, MOST);
      for (const { media, musician } of chosen) {
        const atMoment = random.range(0, 1) < AT_A_MOMENT && (media.length ?? 0) > 10;
        const texts = atMoment ? ABOUT_A_MOMENT : ABOUT_ALL;
        const comment = texts[Math.floor(random.range(0, texts.length))] ?? '';
        const moment = atMoment ? Math.round(random.range(0.1, 0.9) * (media.length ?? 0)) : null;
        const answer = random.range(0, 1) < ANSWERED ? ANSWERS[Math.floor(random.range(0, ANSWERS.length))] : undefined;
        const { caller, id } = await place.account(listener);
        const params = { mediaId: media.id };
        const before = await caller.call(commentsOf, { params, query: { size: 100 } });
        if (before.comments.some(({ user }) => user.id === id)) continue;
        const written = await caller.call(addComment, { params, body: { comment, moment } });
        count += 1;
        const answers = replied.get(musician.id) ?? 0;
        if (answer === undefined || answers >= MOST) continue;
        replied.set(musician.id, answers + 1);
        await musician.caller.call(addReply, { params: { commentId: written.id }, body: { comment: answer } });
        count += 1;
      }
    }
    return made(count, 'comment');
  },
};
