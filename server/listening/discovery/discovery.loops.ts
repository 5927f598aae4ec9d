import type { App } from '../../platform/app-context.ts';
import { type Loop, shouldContinue } from '../../platform/jobs/loop.ts';
import { refreshOwnGenres } from '../../catalogue/categories/own-genres.queries.ts';
import { refreshCounts } from './lists.queries.ts';
import { findGoneNameWords, deleteUnusedNameWords } from '../../accounts/users/names.queries.ts';
import { endFirstListens } from './recommendations.queries.ts';
import {
  countVocabulary,
  findGoneLexemes,
  deleteUnusedLexemes,
  moveDocuments,
  renewDocuments,
} from './search.queries.ts';
import { refreshSuggestions } from './suggestions.queries.ts';
import { refreshFigures } from './statistics.queries.ts';

/** Counts the media of each list, and the figures of the header. */
export const refreshCountsLoop: Loop<App> = {
  name: 'refresh-counts',
  everySeconds: 15,
  async run({ db }) {
    await refreshCounts(db);
    await refreshFigures(db);
  },
};

/** Documents per transaction that are moved. Writers wait for it. */
const MOVED_AT_ONCE = 500;

/** Documents per transaction that are written again. Writers of the same musicians wait for it. */
const RENEWED_AT_ONCE = 100;

/**
 * Writes documents again by the current rule for texts, and moves them to the part of the index for their current
 * quality.
 */
export const refreshSearchLoop: Loop<App> = {
  name: 'refresh-search',
  everySeconds: 600,
  async run({ db }, stop) {
    while ((await renewDocuments(db, RENEWED_AT_ONCE)) === RENEWED_AT_ONCE && shouldContinue(stop));
    while ((await moveDocuments(db, MOVED_AT_ONCE)) === MOVED_AT_ONCE && shouldContinue(stop));
  },
};

/** Refreshes the suggested names of musicians, tags, genres and moods, and the counts of the musicians' genres. */
export const refreshSuggestionsLoop: Loop<App> = {
  name: 'refresh-suggestions',
  everySeconds: 300,
  async run({ db }) {
    await refreshSuggestions(db);
    await refreshOwnGenres(db);
  },
};

/**
 * Refreshes all suggestions, because changes in plays are recorded only roughly, and changes that bypass the triggers
 * are not recorded.
 */
export const repairSuggestionsLoop: Loop<App> = {
  name: 'repair-suggestions',
  everySeconds: 86_400,
  run: ({ db }) => refreshSuggestions(db, 'all'),
};

/** Words per transaction that are checked and deleted. Writers wait for it. */
const FORGOTTEN_AT_ONCE = 200;

/**
 * Counts how common each word is, which only affects the choice among corrections, and deletes words that are gone,
 * also those of names.
 */
export const refreshVocabularyLoop: Loop<App> = {
  name: 'refresh-vocabulary',
  everySeconds: 86_400,
  async run({ db }, stop) {
    await countVocabulary(db);
    const gone = await findGoneLexemes(db);
    for (let at = 0; at < gone.length && shouldContinue(stop); at += FORGOTTEN_AT_ONCE)
      await deleteUnusedLexemes(db, gone.slice(at, at + FORGOTTEN_AT_ONCE));
    const unnamed = await findGoneNameWords(db);
    for (let at = 0; at < unnamed.length && shouldContinue(stop); at += FORGOTTEN_AT_ONCE)
      await deleteUnusedNameWords(db, unnamed.slice(at, at + FORGOTTEN_AT_ONCE));
  },
};

/** Ends the promotion of media that were recommended and played often enough. */
export const endFirstListensLoop: Loop<App> = {
  name: 'end-first-listens',
  everySeconds: 600,
  run: ({ db, env }) => endFirstListens(db, { floor: env.FIRST_LISTENS_SHOWINGS, few: env.FIRST_LISTENS_PLAYS }),
};
