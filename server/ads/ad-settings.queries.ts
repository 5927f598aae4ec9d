import type { AdSettings } from '@scoville/contract/settings.ts';
import type { Db } from '../db/connection.ts';

export async function readAdSettings(db: Db): Promise<AdSettings> {
  const [row] = await db<AdSettings[]>`
    select enabled, play_interval as "playInterval", play_during as "playDuring",
      play_during_min_time as "playDuringMinTime" from ad_settings`;
  if (row === undefined) throw new Error('The settings of ads are gone.');
  return row;
}

export async function writeAdSettings(db: Db, settings: AdSettings): Promise<void> {
  await db`
    update ad_settings set enabled = ${settings.enabled}, play_interval = ${settings.playInterval},
      play_during = ${settings.playDuring}, play_during_min_time = ${settings.playDuringMinTime}`;
}
