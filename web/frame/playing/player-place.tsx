import { Suspense, useEffect, useState } from 'react';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { fetchAhead } from '../../preload-helper.ts';
import { useAwake } from '../../platform/ui/awake.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { whenIdle } from '../../platform/ui/when-idle.ts';
import { adPort } from '../../catalogue/player/ad-port.ts';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { startMachineBy, usePlayer } from '../../catalogue/player/player.ts';
import { hasSavedPlayer } from '../../catalogue/player/has-saved-player.ts';

const load = () => import('./bar.tsx');
const loadEngine = () => import('../../catalogue/player/start-player.ts');
startMachineBy(async () => (await loadEngine()).startPlayer());
const Bar = latePart(load);

/**
 * The player's place in the frame, outside of all screens. The bar and the engine are not part of the first load. They
 * are fetched when the page is idle. They run once the user first interacts with the page, or at once when there may be
 * something to continue.
 */
export function PlayerPlace() {
  const isOpen = usePlayer((state) => currentTrack(state) !== null);
  const [isHere, setHere] = useState(false);
  const { ads } = useSettings();
  const me = useMe();
  const isAwake = useAwake();
  const isWanted = isAwake || Boolean(me) || hasSavedPlayer();
  useEffect(() => {
    if (ads.enabled)
      adPort.prepare = () => import('../../business/ads/serve-ads.ts').then(({ serveAds }) => serveAds(ads));
  }, [ads]);
  useEffect(() => {
    whenIdle(() => {
      if (!isWanted) return [loadEngine, load].forEach(fetchAhead);
      Promise.all([loadEngine(), load()])
        .then(async ([{ startPlayer }]) => {
          await startPlayer();
          // Show the bar after the restore, because its offer to continue depends on the queue.
          setHere(true);
        })
        .catch((error: unknown) => console.warn('The player could not be loaded ahead.', error));
    });
  }, [isWanted]);
  return isOpen || isHere ? (
    <Suspense>
      <Bar />
    </Suspense>
  ) : null;
}
