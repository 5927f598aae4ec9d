import { test } from '@playwright/test';

/** The ports and the data folder of a product for journeys. */
export interface Place {
  /** True for `journeys/alone/`, whose journeys run one at a time. */
  isAlone: boolean;
  port: number;
  /** The port of a sign-in provider, for the journeys that start one. */
  providerPort: number;
  dataDir: string;
}

/** The place of the current journey's product. */
export const place = (): Place => test.info().project.metadata as Place;
