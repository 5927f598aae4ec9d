import { help } from '@scoville/contract/business/support/help.ts';
import { fake } from '../api.ts';
import type { ScreenRows } from './row.ts';

const text = () =>
  void fake(help, {
    intro: '<p>Read this first.</p>',
    sections: [
      { id: 'songs', title: 'Songs', level: 2, html: '<p>About songs.</p>' },
      { id: 'upload', title: 'How do I upload a song?', level: 3, html: '<p>On <a href="/upload">Upload</a>.</p>' },
    ],
  });

export const visitors: ScreenRows = {
  home: [{ at: '/', shows: /.+/ }],
  login: [{ at: '/login', shows: 'Sign in' }],
  signup: [{ at: '/signup', shows: 'Create account' }],
  forgot: [{ at: '/forgot', shows: /.+/ }],
  resetByToken: [{ at: '/reset/abcdefghij', shows: /.+/ }],
  verify: [{ at: '/verify/abcdefghij', shows: /.+/ }],
  confirmEmail: [{ at: '/account/confirm-email/abcdefghij', shows: 'Confirm your new email' }],
  undoEmail: [{ at: '/account/undo-email/abcdefghij', shows: 'Was this change not yours?' }],
  browse: [{ at: '/browse', shows: /.+/ }],
  search: [{ at: '/search?q=salt', shows: /.+/ }],
  perfectlySeasoned: [{ at: '/perfectly-seasoned', shows: 'Perfectly Seasoned' }],
  wellDone: [{ at: '/well-done', shows: 'Well Done' }],
  genres: [{ at: '/genres', shows: 'Genres' }],
  genre: [{ at: '/genres/soul', shows: /.+/ }],
  moods: [{ at: '/moods', shows: 'Moods' }],
  mood: [{ at: '/moods/dusk', shows: /.+/ }],
  faq: [{ at: '/help/faq', answers: text, shows: /.+/ }],
  about: [{ at: '/help/about', answers: text, shows: /.+/ }],
  terms: [{ at: '/help/terms', answers: text, shows: /.+/ }],
  privacy: [{ at: '/help/privacy', answers: text, shows: /.+/ }],
  contact: [{ at: '/help/contact', shows: /.+/ }],
  takedown: [{ at: '/help/takedown', shows: /.+/ }],
  profile: [{ at: '/juno', shows: /.+/ }],
  album: [{ at: '/juno/albums/01930000-0000-7000-8000-0000000000aa', shows: 'Salt and smoke' }],
  profileItem: [{ at: '/juno/01930000-0000-7000-8000-0000000000aa', shows: /.+/ }],
};
