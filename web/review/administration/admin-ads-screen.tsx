import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdPerformance, RemoveAd, SendStats, ViewAd } from '../../business/ads/ad-dialogs.tsx';
import { AdForm } from '../../business/ads/ad-form.tsx';
import { AdSettingsForm } from '../../business/ads/ad-settings-form.tsx';
import { type AdTask, AdsList } from '../../business/ads/ads-list.tsx';
import { adsQuery } from '../../business/ads/ads.calls.ts';
import { Button } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { Loaded } from './loaded.tsx';

type Open = { task: AdTask; ad: Ad } | { task: 'new' } | null;

/** The ads in playing order, with the reach and the schedule of each. */
export function AdminAdsScreen() {
  const list = useQuery(adsQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const remove = (ad: Ad) => setOpen({ task: 'remove', ad });
  return (
    <AdminFrame title="Administer Ads">
      <Loaded query={list} what="ads">
        {({ ads, settings }) => (
          <>
            <Button variant="main" className="self-start" onClick={() => setOpen({ task: 'new' })}>
              New ad
            </Button>
            {ads.length === 0 ? (
              <EmptyState>No ads have been added yet.</EmptyState>
            ) : (
              <AdsList ads={ads} onTask={(task, ad) => setOpen({ task, ad })} />
            )}
            {settings !== null && <AdSettingsForm settings={settings} />}
          </>
        )}
      </Loaded>
      {open?.task === 'new' && <AdForm ad={null} onClose={close} onRemove={remove} />}
      {open?.task === 'edit' && <AdForm ad={open.ad} onClose={close} onRemove={remove} />}
      {open?.task === 'view' && <ViewAd ad={open.ad} onClose={close} />}
      {open?.task === 'stats' && <AdPerformance ad={open.ad} onClose={close} />}
      {open?.task === 'send' && <SendStats ad={open.ad} onClose={close} />}
      {open?.task === 'remove' && <RemoveAd ad={open.ad} onClose={close} />}
    </AdminFrame>
  );
}
