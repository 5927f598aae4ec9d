import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { place } from './place.ts';

/** The data that every product for journeys starts with. Journeys that change or count things make their own. */
export interface Prepared {
  listening: Listening;
  album: Album;
  /** Its songs and videos have no files. */
  catalogue: Catalogue;
}

/** A musician's songs and a clip, all public and with the same high score. */
export interface Listening {
  owner: string;
  /** 63 and 40 seconds long. */
  songs: readonly [string, string];
  /** 60 seconds long. */
  other: string;
  /** A video of 6 seconds. */
  clip: string;
}

/** An album of two songs of six seconds, “Low Flame” and “High Flame”, which are the halves of one signal. */
export interface Album {
  owner: string;
  songs: readonly [string, string];
}

/** The file's path in the product's data folder. */
export const preparedFile = (dataDir: string): string => join(dataDir, 'prepared-for-journeys.json');

/** The prepared data, which are the same for all journeys of a product. */
export const prepared = (): Prepared => JSON.parse(readFileSync(preparedFile(place().dataDir), 'utf8')) as Prepared;
