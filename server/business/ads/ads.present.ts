import { type AdGoal, type AdWindow, stateOfGoal } from '@scoville/contract/business/ads/ad-goals.ts';
import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { addressFor } from '@scoville/contract/platform/lib/listener.ts';
import { stageOf } from '@scoville/contract/pipeline/processing.ts';
import type { App } from '../../platform/app-context.ts';
import { presentLoudness } from '../../catalogue/media/present-loudness.ts';
import type { AdRow } from './ads.queries.ts';
import { posterKey } from './ads.files.ts';
import { goalOf } from './goals.queries.ts';

/**
 * An ad as a listener sees it.
 * @param showing the id of the showing, which the file addresses contain, so that the bytes sent for it are counted and
 * no browser uses the cached file of another showing; null for a preview
 */
export function presentShownAd({ signer }: Pick<App, 'signer'>, row: AdRow, showing: string | null = null): Ad {
  const address = (key: string) => (showing === null ? signer.address(key) : addressFor(showing, signer.address(key)));
  const poster = row.type === 'poster' ? posterKey(row.id, row.image_version) : null;
  const still = row.poster;
  const sources = row.is_complete && row.type === 'media' ? (row.playback ?? []) : [];
  const image = poster ?? still;
  const shown = sources.map(({ key, ...source }) => ({ ...source, url: address(key) }));
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    email: null,
    owner: null,
    displayLength: row.display_length,
    skipAfter: row.skip_after,
    infoUrl: row.info_url || null,
    infoUrlText: row.info_url_text || null,
    price: null,
    position: row.position,
    url: poster === null ? (shown[0]?.url ?? null) : address(poster),
    file: null,
    image: image === null ? null : address(image),
    sources: shown,
    length: row.length_seconds,
    loudness: presentLoudness(row),
    adWindow: null,
    state: null,
    stage: null,
    error: null,
  };
}

/** The same ad as administrators see it. */
export function presentAd(app: Pick<App, 'signer'>, row: AdRow, at: Date): Ad {
  const goal = goalOf(row);
  return {
    ...presentShownAd(app, row),
    email: row.email,
    owner: row.owner_id === null ? null : { id: row.owner_id, displayName: row.owner_name ?? '' },
    price: row.price_cents === null ? null : row.price_cents / 100,
    file: row.filename,
    adWindow: presentWindow(goal),
    state: stateOfGoal(goal, at),
    stage: stageOf(row.status ?? 'complete'),
    error: row.error_message,
  };
}

export const presentWindow = ({ window, impressions }: AdGoal) => ({
  type: window.type,
  startDate: window.startDate.toISOString(),
  endDate: window.endDate?.toISOString() ?? null,
  impressionLimit: window.impressionLimit,
  metImpressions: isMet(window, impressions),
});

const isMet = ({ impressionLimit }: AdWindow, impressions: number): boolean =>
  impressionLimit !== null && impressions >= impressionLimit;
