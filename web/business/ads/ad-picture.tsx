import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { useEffect, useState } from 'react';
import { dispatch } from '../../catalogue/player/player.ts';
import { AdClip } from './ad-clip.tsx';
import { adOfShowing, reportClipPosition, setShown } from './serve-ads.ts';

/** The picture or clip of the playing ad. If the ad cannot be shown, the music continues. */
export function AdPicture() {
  const [shown, setAd] = useState<{ ad: Ad; played: number } | null>(null);
  const failed = () => dispatch({ type: 'adFailed' });
  useEffect(() => {
    let isGone = false;
    void adOfShowing().then((given) => {
      if (!isGone) setAd(given);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (shown === null) return null;
  const { ad } = shown;
  return (
    <div className="mt-3 overflow-hidden rounded-cover bg-raised empty:hidden">
      {ad.type === 'poster' ? (
        <img
          src={ad.url ?? ''}
          alt={ad.title}
          onLoad={() => setShown(true)}
          onError={failed}
          className="max-h-[min(46dvh,420px)] w-full object-contain"
        />
      ) : (
        <AdClip
          ad={ad}
          from={shown.played}
          onPlays={setShown}
          onPlayed={reportClipPosition}
          onEnded={() => dispatch({ type: 'adEnded' })}
          onError={failed}
        />
      )}
    </div>
  );
}
