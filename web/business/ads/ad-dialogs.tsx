import type { AdStats } from '@scoville/contract/business/ads/ad-goals.ts';
import type { Ad, adStats } from '@scoville/contract/business/ads/ads.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dayText, numberText, pluralize } from '../../platform/lib/format.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { AdClip } from './ad-clip.tsx';
import { removedText, showAdFailure } from './ad-failure.ts';
import { adStatsQuery, invalidateAds, deleteAd, mailStats } from './ads.calls.ts';

interface AdDialogProps {
  ad: Ad;
  onClose: () => void;
}

/** Shows the poster or the clip. */
export function ViewAd({ ad, onClose }: AdDialogProps) {
  const [isLost, setIsLost] = useState(false);
  const onError = () => setIsLost(true);
  return (
    <Dialog title={ad.title} width="wide" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {isLost ? (
        <ErrorState message="The ad could not be shown." />
      ) : ad.type === 'poster' ? (
        <img
          src={ad.url ?? ''}
          alt={ad.title}
          onError={onError}
          className="mx-auto max-h-[60dvh] rounded-cover object-contain"
        />
      ) : (
        <AdClip ad={ad} controls onError={onError} />
      )}
    </Dialog>
  );
}

/** The ad's reach: for its current goal, and for the earlier ones. */
export function AdPerformance({ ad, onClose }: AdDialogProps) {
  const client = useQueryClient();
  const stats = useQuery(adStatsQuery(ad.id));
  const isRemoved = isNotFound(stats.error);
  useEffect(() => {
    if (isRemoved) void invalidateAds(client);
  }, [isRemoved, client]);
  return (
    <Dialog title="Ad performance" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className="mb-4 font-[550] wrap-anywhere">{ad.title}</p>
      {isRemoved ? (
        <ErrorState message={removedText(ad)} />
      ) : stats.isLoadingError ? (
        <ErrorState message="The statistics could not be loaded." onRetry={() => void stats.refetch()} />
      ) : stats.isPending ? (
        <Loading>
          <Skeleton className="h-32 w-full" />
        </Loading>
      ) : (
        <>
          <Figures stats={stats.data} />
          {stats.data.previous.length > 0 && <PreviousGoals goals={stats.data.previous} />}
        </>
      )}
    </Dialog>
  );
}

function Figures({ stats: { impression, clicked, skipped } }: { stats: AdStats }) {
  const figures = [
    ['Impressions', numberText(impression.total)],
    ['Clicked', numberText(clicked.total)],
    ['Skipped', numberText(skipped.total)],
    ['Average time until a skip', skipped.avgDuration === null ? '–' : `${skipped.avgDuration.toLocaleString('en')} s`],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3">
      {figures.map(([name, value]) => (
        <div key={name} className="rounded-control bg-raised p-4">
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="tabular font-display text-title font-[650]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PreviousGoals({ goals }: { goals: Reply<typeof adStats>['previous'] }) {
  return (
    <>
      <h3 className="mt-6 mb-2 font-[650]">Previous goals</h3>
      <ol className="flex flex-col gap-2 text-caption text-muted">
        {goals.map((goal, place) => (
          <li key={place}>
            {dayText(goal.adWindow.startDate)}: {pluralize(goal.impression.total, 'impression', 'impressions')},{' '}
            {numberText(goal.clicked.total)} clicked, {numberText(goal.skipped.total)} skipped
          </li>
        ))}
      </ol>
    </>
  );
}

/** Asks for confirmation before the statistics are mailed to the ad's owner. */
export function SendStats({ ad, onClose }: AdDialogProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const send = useMutation({
    mutationFn: () => mailStats(ad.id),
    onSuccess: ({ message }) => toast('success', message),
    onError: (error) => {
      if (showAdFailure(error, ad, productName)) void invalidateAds(client);
    },
  });
  return (
    <ConfirmDialog
      title="Send Stats"
      confirm="Send"
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(undefined, { onSuccess: onClose, onError: (error) => isNotFound(error) && onClose() })
      }
      onClose={onClose}
    >
      The statistics for “{ad.title}” will be emailed to {ad.email}.
    </ConfirmDialog>
  );
}

/** Asks for confirmation before an ad is removed. */
export function RemoveAd({ ad, onClose }: AdDialogProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const remove = useMutation({
    mutationFn: () => deleteAd(ad.id),
    onError: (error) => showAdFailure(error, ad, productName),
    onSettled: () => invalidateAds(client),
  });
  return (
    <ConfirmDialog
      title="Remove this ad?"
      confirm="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, { onSuccess: onClose, onError: (error) => isNotFound(error) && onClose() })
      }
      onClose={onClose}
    >
      “{ad.title}” will be removed, along with its statistics. This cannot be undone.
    </ConfirmDialog>
  );
}
