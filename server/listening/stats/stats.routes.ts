import { showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { LISTENER_HEADER } from '@scoville/contract/platform/lib/listener.ts';
import { embeddedPlay, statTitle, stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { mediaRetention, mediaStats } from '@scoville/contract/listening/stats.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { findStatistics } from '../discovery/statistics.queries.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { badRequest, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { isAdmin, isOwner } from '../../catalogue/media/media.policy.ts';
import { findVisible } from '../../catalogue/media/media.visible.ts';
import { audienceMonths, playOrigins } from './audience.queries.ts';
import { createEventBuffer } from './event-buffer.ts';
import { createNetworkHasher } from './network-hashes.ts';
import { findShown, listShowings } from './showings.queries.ts';
import { findRetention, listRetention } from './retention.queries.ts';
import { findPublicMedia, musicianExists, platformMonths, playMonths } from './stats.queries.ts';

export const statsRoutes = ({ db, listeners }: App) => {
  const append = createEventBuffer(db);
  const household = createNetworkHasher(db);
  /** The listener who made a call, with the time. */
  const listenerOf = async ({ actor, request }: { actor: Actor | null; request: FastifyRequest }) => {
    const at = new Date();
    const network = actor === null ? await household(callerOf(request), at) : '';
    return { userId: actor?.userId ?? null, visitor: request.visitor, network, at };
  };
  return [
    route(stats, async (call) => {
      const { body } = call;
      const title = statTitle(body.statTitle);
      if (title === null) throw invalid('statTitle', 'Unknown statistic.');
      const aboutMedia = title.endsWith('-media');
      if (aboutMedia && !body.media) throw invalid('media', 'Name the media.');
      if (!aboutMedia && !body.musician) throw invalid('musician', 'Name the musician.');
      // The musician comes from the media item's row; the musician that the client sent is ignored.
      const media = aboutMedia ? await findPublicMedia(db, body.media ?? '') : null;
      if (aboutMedia && media === null) throw notFound('This media');
      const musicianId = media?.musicianId ?? body.musician ?? null;
      if (!aboutMedia && (musicianId === null || !(await musicianExists(db, musicianId))))
        throw notFound('This musician');
      const ownZone = title === 'view-zone' && call.actor?.userId === musicianId;
      if (ownZone) return { accepted: false };
      await append({
        ...(await listenerOf(call)),
        title,
        mediaId: aboutMedia ? (body.media ?? null) : null,
        musicianId,
        origin: title === 'play-media' ? (body.origin ?? null) : null,
        heard: title === 'heard-media' ? [...new Set(body.heard ?? [])] : null,
      });
      return { accepted: true };
    }),

    route(embeddedPlay, async (call) => {
      const { media: mediaId } = call.body;
      if (listeners.nameOf(call.request) === null)
        throw badRequest(`Send the name of the listener in the header ${LISTENER_HEADER}.`);
      const media = await findPublicMedia(db, mediaId);
      if (media === null) throw notFound('This media');
      const { musicianId } = media;
      const who = await listenerOf(call);
      await append({ ...who, title: 'play-media', mediaId, musicianId, origin: 'embed', heard: null });
      return { accepted: true };
    }),

    route(showings, async (call) => {
      const { body, actor } = call;
      // Musicians don't count as listeners of their own media.
      const shown = (await findShown(db, [...new Set(body.media)])).filter((one) => one.musicianId !== actor?.userId);
      const who = await listenerOf(call);
      const showing = { ...who, title: 'show-media', origin: body.place, heard: null } as const;
      await Promise.all(shown.map(({ id, musicianId }) => append({ ...showing, mediaId: id, musicianId })));
      return { accepted: shown.length };
    }),

    route(mediaRetention, async (call) => {
      const actor = signedIn(call);
      const row = await findVisible(db, actor, call.params.id);
      if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('Only the owner can see this.');
      return findRetention(db, row.id);
    }),

    route(mediaStats, async ({ actor }) => ({
      playCountInfo: { months: await (actor === null ? platformMonths(db) : playMonths(db, actor.userId)) },
      audience:
        actor === null
          ? null
          : {
              months: await audienceMonths(db, actor.userId),
              origins: await playOrigins(db, actor.userId),
              showings: await listShowings(db, actor.userId),
              heard: await listRetention(db, actor.userId),
            },
      statistics: await findStatistics(db),
    })),
  ];
};
