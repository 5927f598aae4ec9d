import { useEffect } from 'react';
import { dispatch } from '../player/player.ts';
import { AdClip } from './ad-clip.tsx';
import { adNamed } from './serve-ads.ts';

/** What is seen and heard of the ad that plays. One that cannot be shown lets the music go on. */
export function AdPicture({ id }: { id: string }) {
  const ad = adNamed(id);
  const failed = () => dispatch({ type: 'adFailed' });
  useEffect(() => {
    if (ad === null) dispatch({ type: 'adFailed' });
  }, [ad]);
  if (ad === null) return null;
  return (
    <div className="mt-3 overflow-hidden rounded-cover bg-raised empty:hidden">
      {ad.type === 'poster' ? (
        <img
          src={ad.url ?? ''}
          alt={ad.title}
          onError={failed}
          className="max-h-[min(46dvh,420px)] w-full object-contain"
        />
      ) : (
        <AdClip ad={ad} onEnded={() => dispatch({ type: 'adEnded' })} onError={failed} />
      )}
    </div>
  );
}
