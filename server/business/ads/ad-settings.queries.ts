import type { AdSettingsChange } from '@scoville/contract/business/ads/ads.ts';
import type { AdSettings } from '@scoville/contract/accounts/settings.ts';
import type { Db } from '../../platform/db/connection.ts';

export async function readAdSettings(db: Db): Promise<AdSettings> {
  const [row] = await db<AdSettings[]>`
    select enabled, play_interval as "playInterval", play_during as "playDuring",
      play_during_min_time as "playDuringMinTime" from ad_settings`;
  if (row === undefined) throw new Error('The settings of ads are gone.');
  return row;
}

/** Writes the settings that are given; the others are not changed. */
export async function writeAdSettings(db: Db, change: AdSettingsChange): Promise<void> {
  const { enabled = null, playInterval = null, playDuring = null, playDuringMinTime = null } = change;
  await db`
    update ad_settings set enabled = coalesce(${enabled}, enabled),
      play_interval = coalesce(${playInterval}, play_interval), play_during = coalesce(${playDuring}, play_during),
      play_during_min_time = coalesce(${playDuringMinTime}, play_during_min_time)`;
}
