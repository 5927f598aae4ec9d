import { Suspense, useEffect, useState } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { useSettings } from '../lib/query.ts';
import { adPort } from './ad-port.ts';
import { currentTrack } from './player-state.ts';
import { usePlayer } from './player.ts';

const load = () => import('./bar.tsx');
const Bar = latePart(async () => ({ default: (await load()).Bar }));

/**
 * The player's place in the frame, outside of all screens. The bar and the engine are no part of the first load: they
 * come when the page has nothing else to do, and at the latest when something is to be played.
 */
export function PlayerPlace() {
  const isOpen = usePlayer((state) => currentTrack(state) !== null);
  const [isHere, setHere] = useState(false);
  const { ads } = useSettings();
  useEffect(() => {
    if (ads.enabled) adPort.prepare = () => import('../ads/serve-ads.ts').then(({ serveAds }) => serveAds(ads));
  }, [ads]);
  useEffect(() => {
    whenIdle(() => {
      load().then(
        ({ startPlayer }) => {
          startPlayer();
          // It may have something to offer.
          setHere(true);
        },
        (error: unknown) => console.warn('The player could not be loaded ahead.', error),
      );
    });
  }, []);
  return isOpen || isHere ? (
    <Suspense>
      <Bar />
    </Suspense>
  ) : null;
}
