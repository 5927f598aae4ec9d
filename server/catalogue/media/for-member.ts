import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { App } from '../../platform/app-context.ts';
import type { CachedResponse } from '../../platform/http/response-cache.ts';
import type { ForMember } from '../../platform/http/route.ts';
import { UNMARKED, markSources, readMarks } from './marks.ts';
import { isShownMore } from './media.policy.ts';

/** The media in a response that was built for visitors. */
interface Shown {
  ids: string[];
  musicians: ReadonlySet<string>;
}

/**
 * For responses whose media every visitor may see: a member gets the same media with the member's own marks (today,
 * which of them are favorites). Reviewers and administrators see more fields of each item, and musicians of their own
 * items, so their responses are built separately.
 * @param mediaIn returns all media of a reply
 */
export function forMember<Reply>(app: App, mediaIn: (reply: Reply) => readonly (MediaSummary | null)[]): ForMember {
  const parsed = ({ body }: CachedResponse) => {
    const reply = JSON.parse(body.toString()) as Reply;
    return { reply, media: mediaIn(reply).filter((one) => one !== null) };
  };
  const known = new WeakMap<CachedResponse, Shown>();
  const shownIn = (visitors: CachedResponse): Shown => {
    const before = known.get(visitors);
    if (before !== undefined) return before;
    const { media } = parsed(visitors);
    const shown = { ids: media.map(({ id }) => id), musicians: new Set(media.map(({ musician }) => musician.id)) };
    known.set(visitors, shown);
    return shown;
  };
  return (actor) => {
    if (isShownMore(actor)) return null;
    return async (visitors) => {
      const { ids, musicians } = shownIn(visitors);
      if (musicians.has(actor.userId)) return null;
      const marksOf = await readMarks(app.domains.given(markSources), app.db, actor, ids);
      if (ids.every((id) => marksOf(id) === UNMARKED)) return visitors;
      const { reply, media } = parsed(visitors);
      for (const one of media) Object.assign(one, marksOf(one.id));
      return JSON.stringify(reply);
    };
  };
}
