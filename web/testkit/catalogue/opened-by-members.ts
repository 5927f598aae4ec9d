import { feature, featureNames } from '@scoville/contract/accounts/features/features.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { Convo, blocks, convo } from '@scoville/contract/community/messages/messages.ts';
import { identities } from '@scoville/contract/accounts/identities/identities.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { LAST_PAGE, musicianRef, ownSong, sample } from '../sample.ts';
import { page } from 'vitest/browser';
import { NOW, member, musician, newId } from '../accounts.ts';
import { fake } from '../api.ts';
import { SONG } from './ids.ts';
import { press, select } from './press.ts';
import type { OpenedRows } from './row.ts';

const mayPost = () => void fake(posts, { posts: [], total: 0, paging: LAST_PAGE, nextAt: null });

const withSomebody = (me: Me | null) => {
  const others = [me?.id ?? SONG, newId()].map((id) => ({ ...musicianRef({ id }), deleted: false, blocked: false }));
  void fake(convo, { ...sample(Convo, { id: SONG, users: others, hasRead: true }) });
};

const WITH_PROVIDER = { signIn: { providers: [{ name: 'corp', label: 'Corp' }] } };

const linked = () =>
  void fake(identities, {
    identities: [{ provider: 'corp', label: 'Corp', email: 'juno@example.org', linkedOn: NOW, lastUsedOn: NOW }],
    available: [{ name: 'other', label: 'Other' }],
  });

const PICTURE = {
  jpeg700: '/files/a.jpg',
  jpeg200: '/files/b.jpg',
  webp700: '/files/a.webp',
  webp200: '/files/b.webp',
};

const withPicture = () => void fake(media, ownSong({ id: SONG, artwork: PICTURE }));

const ITEM = `/juno/${SONG}`;

export const openedByMembers: OpenedRows = {
  'catalogue/categories/filter-dialog.tsx': [
    { at: '/genres/soul', open: press('Filter Media'), shows: 'Filter Media' },
  ],
  'catalogue/sharing/share-dialog.tsx': [
    { at: ITEM, open: press(/^Share/), shows: /^Share this/ },
    { at: '/genres/soul', state: 'of a genre', open: press('Share this playlist'), shows: /^Share this/ },
  ],
  'catalogue/media/scoring-criteria.tsx': [{ at: ITEM, open: press(/How scoring works$/), shows: 'How scoring works' }],
  'catalogue/media/master-chef-explanation.tsx': [{ at: ITEM, open: press(/Master Chef/), shows: 'Master Chef' }],
  'frame/playing/settings/key-map.tsx': [
    {
      at: '/',
      as: member,
      open: select(/^Account of/, /^Keyboard shortcuts/),
      shows: 'Keyboard shortcuts',
      isWide: true,
    },
  ],
  'frame/playing/settings/settings-dialog.tsx': [
    { at: ITEM, open: press('Play', 'Playback settings'), shows: 'Playback settings', isWide: true },
  ],
  'catalogue/playlists/add-to-playlist.tsx': [
    { at: ITEM, as: member, open: select(/^More|^Actions/, /playlist/i), shows: 'Add to playlist' },
  ],
  'catalogue/playlists/playlist-form.tsx': [
    { at: '/playlists', as: member, open: press('New playlist'), shows: 'New playlist' },
  ],
  'catalogue/playlists/playlist-header.tsx': [
    { at: `/playlists/${SONG}`, as: member, open: press('Delete'), shows: 'Delete playlist' },
  ],
  'community/reports/report-dialog.tsx': [
    { at: ITEM, as: member, open: press(/^More/, 'Report'), shows: /^Report this/ },
  ],
  'community/comments/comment-line.tsx': [{ at: ITEM, as: member, open: press('Delete'), shows: /^Delete this/ }],
  'community/comments/held-comments.tsx': [{ at: ITEM, as: musician, open: press('Remove'), shows: /^Remove this/ }],
  'community/comments/comment-rules-dialog.tsx': [
    { at: '/account/media', as: musician, open: press('Comment settings'), shows: 'Comments on your media' },
  ],
  'community/follows/subscribe-dialog.tsx': [{ at: '/juno', open: press(/^Subscribe/), shows: /^Subscribe to/ }],
  'community/follows/post-dialog.tsx': [
    {
      at: `/${SONG}`,
      as: () => musician({ id: SONG }),
      answers: mayPost,
      open: press('Tell your followers'),
      shows: 'Tell your followers',
    },
  ],
  'community/follows/zone-posts.tsx': [
    { at: `/${SONG}`, as: () => musician({ id: SONG }), open: press(/Delete/), shows: 'Delete this post?' },
  ],
  'community/messages/block-button.tsx': [
    {
      at: '/juno',
      as: member,
      answers: () => void fake(blocks, { users: [] }),
      open: press(/^Block/),
      shows: /^Block .*\?/,
    },
  ],
  'community/messages/convo-menu.tsx': [
    {
      at: `/messages?convo=${SONG}`,
      as: member,
      answers: withSomebody,
      open: select('Conversation', /^Block/),
      shows: /^Block .*\?/,
    },
  ],
  'platform/forms/password-dialog.tsx': [
    {
      at: '/account/overview',
      as: member,
      settings: WITH_PROVIDER,
      answers: linked,
      open: press(/^Unlink/),
      shows: /^Unlink/,
    },
  ],
  'accounts/second-factor/change-dialog.tsx': [
    { at: '/account/overview', as: member, open: press(/app$/), shows: /.+/ },
  ],
  'accounts/second-factor/recovery-codes.tsx': [
    { at: '/account/overview', as: member, open: press(/recovery codes/), shows: /.+/ },
  ],
  'listening/stats/stats-dialog.tsx': [
    { at: '/account/overview', as: musician, open: press('Show by month'), shows: 'Your stats' },
  ],
  'business/billing/cancel-dialog.tsx': [
    { at: '/account/subscription', as: musician, open: press(/^Cancel/), shows: 'Cancel your subscription?' },
  ],
  'community/performances/performances-screen.tsx': [
    { at: '/account/performances', as: musician, open: press(/^Remove/), shows: /.+/ },
  ],
  'catalogue/media/own/own-media-list.tsx': [
    { at: '/account/media', as: musician, open: press(/^Delete Salt/), shows: 'Delete media' },
  ],
  'community/profiles/owner-tools.tsx': [
    {
      at: `/${SONG}`,
      as: () => musician({ id: SONG }),
      open: select(/^Actions for/, /^Delete/),
      shows: 'Delete media',
    },
  ],
  'pipeline/images/change-image.tsx': [
    {
      at: `/account/media/edit/${SONG}`,
      as: musician,
      answers: withPicture,
      open: press('Remove Image'),
      shows: 'Remove image',
    },
  ],
  'pipeline/images/image-editor.tsx': [
    {
      at: `/account/media/edit/${SONG}`,
      as: musician,
      answers: withPicture,
      open: press('Change Image'),
      shows: 'Change Image',
    },
  ],
  'community/albums/choose-songs.tsx': [
    {
      at: `/${SONG}`,
      as: () => musician({ id: SONG }),
      open: press('Albums', /^Choose the songs/),
      shows: /^Songs of/,
    },
  ],
  'catalogue/timed-text/timed-text-panel.tsx': [
    {
      at: `/account/media/edit/${SONG}`,
      as: musician,
      answers: () => {
        withPicture();
        fake(timedText, { kind: 'lyrics', lines: [{ start: 0, end: null, text: 'Salt' }] });
      },
      open: press('Remove'),
      shows: /^Remove/,
    },
  ],
  'platform/forms/leave-guard.tsx': [
    {
      at: `/account/media/edit/${SONG}`,
      as: musician,
      answers: withPicture,
      open: async () => {
        await page.getByLabelText('Title').first().fill('Another title');
        await page.getByRole('link', { name: 'Scoville' }).first().click();
      },
      shows: 'Unsaved changes',
    },
  ],
  'accounts/features/feature-dialog.tsx': [
    {
      at: '/forgot',
      answers: () => {
        fake(featureNames, { features: ['salt'] });
        fake(feature, {
          feature: 'salt',
          from: NOW,
          audience: 'everybody',
          sections: [
            { title: 'Salt', text: 'More of it.' },
            { title: 'Smoke', text: 'Less of it.' },
          ],
        });
      },
      shows: 'What’s new',
    },
  ],
};
