import { test } from '@playwright/test';

/** Where a product of the journeys is. */
export interface Place {
  /** True for `journeys/alone/`, whose journeys run one at a time. */
  isAlone: boolean;
  port: number;
  /** Where a sign-in provider answers, for the journeys that start one. */
  providerPort: number;
  dataDir: string;
}

/** The place of the journey that runs. */
export const place = (): Place => test.info().project.metadata as Place;
