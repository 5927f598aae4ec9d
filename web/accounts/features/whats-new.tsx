import { type Feature, isBot } from '@scoville/contract/accounts/features/features.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../platform/lib/query.ts';
import { FeatureDialog } from './feature-dialog.tsx';
import { findNews, markSeen } from './whats-new.calls.ts';

/** Announces a new feature to each user once, on their next visit. Bots get no announcement. */
export default function WhatsNew() {
  const me = useMe();
  if (me === undefined || isBot(navigator.userAgent)) return null;
  return <News myId={me?.id ?? null} key={me?.id} />;
}

function News({ myId }: { myId: string | null }) {
  const client = useQueryClient();
  const [news, setNews] = useState<Feature | null>(null);
  useEffect(() => {
    let isGone = false;
    findNews(client)
      .then((found) => {
        // An open dialog or a focused field takes precedence: the feature is shown at the next visit.
        if (!isGone && document.querySelector('dialog[open], input:focus, textarea:focus') === null) setNews(found);
      })
      .catch((error: unknown) => console.warn('What is new could not be read.', error));
    return () => {
      isGone = true;
    };
  }, [client]);
  useEffect(() => {
    if (news === null) return undefined;
    const mark = () => void note();
    const note = async () => {
      // The dialog also closes when the session ends, for example in another tab. No account can record then that the
      // feature was seen.
      if (myId !== null && client.getQueryData(meQuery().queryKey)?.id !== myId) return;
      try {
        await markSeen(client, myId, { feature: news.feature, actuallyViewed: true });
      } catch (error) {
        console.warn('It could not be noted that what is new was shown.', error);
      }
    };
    window.addEventListener('pagehide', mark);
    return () => {
      window.removeEventListener('pagehide', mark);
      mark();
    };
  }, [client, myId, news]);
  return news && <FeatureDialog feature={news} onClose={() => setNews(null)} />;
}
