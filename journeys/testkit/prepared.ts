import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { place } from './place.ts';

/** What every product of the journeys has from the beginning. Journeys that change or count things make their own. */
export interface Prepared {
  listening: Listening;
  album: Album;
  /** They have no files. */
  catalogue: Catalogue;
}

/** A musician's own songs and a clip, public, with the same high score. */
export interface Listening {
  owner: string;
  /** 63 and 40 seconds. */
  songs: readonly [string, string];
  /** 60 seconds. */
  other: string;
  /** A video of 6 seconds. */
  clip: string;
}

/** An album of two songs of six seconds, “Low Flame” and “High Flame”, that were one signal. */
export interface Album {
  owner: string;
  songs: readonly [string, string];
}

/** Beside the data of the product. */
export const preparedFile = (dataDir: string): string => join(dataDir, 'prepared-for-journeys.json');

/** The same for all journeys of a product. */
export const prepared = (): Prepared => JSON.parse(readFileSync(preparedFile(place().dataDir), 'utf8')) as Prepared;
