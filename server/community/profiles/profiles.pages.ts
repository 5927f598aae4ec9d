import {
  TYPE_WORDS,
  type TypeWord,
  parseProfilePath,
  profileEmbedPath,
  profilePath,
} from '@scoville/contract/platform/http/addresses.ts';
import { albumPath } from '@scoville/contract/community/albums/album-path.ts';
import { EMBED_SIZES } from '@scoville/contract/listening/embeds.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { mediaOfUser, profileOrder } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { feedPaths } from '@scoville/contract/listening/podcasts.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { musician } from '@scoville/contract/accounts/users/users.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import { readMusicianList } from '../../listening/discovery/read-musician-list.ts';
import { readPosts } from '../follows/read-posts.ts';
import { recording } from '../../catalogue/media/media.schema-org.ts';
import { firstSteps } from '../own-account/getting-started.ts';
import type { PageKind } from '../../frame/pages/page.ts';
import { events } from '../performances/performances.schema-org.ts';
import { readPerformances } from '../performances/read-performances.ts';
import { withoutUnknown } from '../../platform/http/structured-data.ts';
import { musicGroup } from '../../accounts/users/musician.schema-org.ts';
import { coverLinks } from './cover-links.ts';
import { presentPublicUser } from './profile.present.ts';
import { findProfile } from './profile.queries.ts';

const when = 'upcoming';
const orderOf = (type: TypeWord | null) => profileOrder(type === null ? undefined : TYPE_WORDS[type]);

/** A musician's zone, `/{name}` and `/{name}/{songs or videos}`, with all data of its first screen. */
export const profilesPages = (app: App): PageKind[] => [
  async (path, _query, actor) => {
    const address = parseProfilePath(path);
    if (address === null || address.mediaId !== null) return null;
    const { name, type } = address;
    const row = await findProfile(app.db, name, isId(name));
    if (row === null)
      return { title: 'Not found', description: 'This musician was not found.', canonical: null, status: 404 };
    const { id } = row;
    const order = orderOf(type);
    const data = presentPublicUser(row);
    const [media, shows, news, steps] = await Promise.all([
      readMusicianList(app, actor, row, order),
      readPerformances(app, data, { when }),
      readPosts(app, actor, id, {}),
      actor?.userId === id ? firstSteps(app.db, id, app.env.SMTP_URL !== null) : null,
    ]);
    const { PUBLIC_URL } = app.env;
    const group = musicGroup(PUBLIC_URL, data);
    const recordings = media.media.filter(({ published }) => published).map((one) => recording(PUBLIC_URL, one));
    const songs = recordings.filter((one) => one['@type'] === 'MusicRecording');
    return {
      title: data.displayName,
      description: shorten(data.bio, 200) || `Songs and videos by ${data.displayName}.`,
      canonical: profilePath(data),
      image: data.profileImg,
      kind: 'profile',
      feeds: feedPaths(id),
      player: { path: profileEmbedPath(data), ...EMBED_SIZES.list },
      jsonLd: {
        '@context': 'https://schema.org',
        '@graph': [
          withoutUnknown({
            ...group,
            description: shorten(data.bio, 500),
            location: [data.address.city, data.address.state].filter((part) => part !== '').join(', '),
            album: data.albums.map(({ id: albumId, title, releaseDate }) => ({
              '@type': 'MusicAlbum',
              '@id': PUBLIC_URL + albumPath({ id: albumId, musician: data }),
              url: PUBLIC_URL + albumPath({ id: albumId, musician: data }),
              name: title,
              datePublished: releaseDate,
            })),
            track: songs,
            event: events(shows.performances, group, PUBLIC_URL + profilePath(data)),
          }),
          ...recordings.filter((one) => !songs.includes(one)),
        ],
      },
      screen: 'community/profiles/profile-screen.tsx',
      queries: [
        { path: musician.path, params: { id: name }, data },
        { path: mediaOfUser.path, params: { id }, body: order, pages: true, data: media },
        { path: performances.path, params: { id }, query: { when }, pages: true, data: shows },
        { path: posts.path, params: { id }, pages: true, data: news },
        ...(steps === null ? [] : [{ path: gettingStarted.path, data: { steps } }]),
      ],
      outline: {
        heading: data.displayName,
        text: shorten(data.bio, 300),
        lists: [{ title: 'Songs and videos', links: coverLinks(media.media) }],
      },
    };
  },
];
