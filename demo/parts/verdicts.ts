import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { rejectMedia } from '@scoville/contract/review/curation/curation.ts';
import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { type Media, media as mediaById } from '@scoville/contract/catalogue/media/media.ts';
import { hashText } from '../../fixtures/random.ts';
import { type Entry, seedOf, subScores, verdictWords } from '../catalogue.ts';
import { ownMedia } from '../own-media.ts';
import { type Account, type Part, type Place, made } from '../part.ts';

const REASON = 'The sound is clipped all through. Please mix it lower and send it again.';

/** The reviewers judge the submissions, except entries meant to stay in the queue. The administrator pins one entry. */
export const verdicts: Part = {
  name: 'Verdicts',
  async fill(place) {
    const { people, entries, admin, account } = place;
    const reviewers = await Promise.all(people.filter(({ kind }) => kind === 'reviewer').map(account));
    const placement = await placements(place);
    let count = 0;
    for (const entry of entries) {
      const media = (await ownMedia(await account(entry.musician))).get(entry.title);
      if (media === undefined) continue;
      const reviewer = reviewers[hashText(entry.title) % reviewers.length];
      if (reviewer !== undefined && media.underReview && entry.outcome !== 'review') {
        await judge(reviewer, entry, media, placement(entry));
        count += 1;
      }
      const params = { id: media.id };
      if (entry.pinned && !(await admin.call(mediaById, { params })).pinnedFavorite)
        await admin.call(updateMedia, { params, body: { pinnedFavorite: true } });
    }
    return made(count, 'verdict');
  },
};

async function judge({ caller }: Account, entry: Entry, { id }: Media, placement: object): Promise<void> {
  const params = { id };
  const { outcome } = entry;
  if (typeof outcome !== 'object') {
    await caller.call(rejectMedia, { params, body: { reason: REASON } });
    return;
  }
  const seed = seedOf(entry);
  const body = {
    curationStats: subScores(outcome.score, seed),
    curationMessage: verdictWords(outcome.score, seed),
    ...(outcome.score >= 60 ? placement : {}),
  };
  await caller.call(updateMedia, { params, body });
}

/**
 * Returns a function that looks up the ids of an entry's genre and mood. Leaves out a genre or mood whose name isn't on
 * the installation's lists.
 */
async function placements({ admin }: Place): Promise<(entry: Entry) => object> {
  const lists = [(await admin.call(genres)).genres, (await admin.call(moods)).moods] as const;
  const idOf = (list: readonly { id: string; name: string }[], name: string) =>
    list.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  return ({ genre, mood }) => {
    const [curatedGenre, curatedMood] = [idOf(lists[0], genre), idOf(lists[1], mood)];
    return { ...(curatedGenre && { curatedGenre }), ...(curatedMood && { curatedMood }) };
  };
}
