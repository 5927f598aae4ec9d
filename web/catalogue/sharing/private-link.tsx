import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { makePrivateLink, privateLink, removePrivateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { momentText } from '../../platform/lib/format.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import type { During } from '../../platform/ui/use-underway.ts';
import { ShareLink } from './share-link.tsx';

interface PrivateLinkProps {
  mediaId: string;
  /** Keeps the enclosing dialog, if there is one, open while a call runs. */
  during?: During;
}

/**
 * Creates, shows and revokes the private link of one of the user's own songs or videos. Renders nothing for public
 * ones.
 */
export function PrivateLink({ mediaId, during = (work) => work }: PrivateLinkProps) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const params = { id: mediaId };
  const query = queryOf(privateLink, { params });
  const found = useQuery({ ...query, staleTime: 0 });
  const change = useMutation({
    mutationFn: (endpoint: typeof makePrivateLink | typeof removePrivateLink) => during(call(endpoint, { params })),
    onSuccess: (answer) => cacheAnswer(client, query.queryKey, answer),
  });
  if (found.isPending)
    return (
      <Loading label="Loading the private link">
        <Skeleton className="h-20" />
      </Loading>
    );
  if (!found.data)
    return <ErrorState message={errorText(found.error ?? {}, productName)} onRetry={() => void found.refetch()} />;
  const { link, refusal } = found.data;
  if (refusal !== null) return null;
  return (
    <section aria-label="Private link" className="flex flex-col gap-3">
      <div>
        <h2 className="text-title">Private link</h2>
        <p className="mt-1 text-muted">
          {link === null
            ? 'This isn’t published, so its page opens only for you. Anyone with a private link can play it until you revoke it.'
            : `Created ${momentText(link.madeOn)}. Anyone with it can play this; its page opens only for you. The link stops working when you revoke it or publish.`}
        </p>
      </div>
      {link === null ? (
        <Button className="self-start" busy={change.isPending} onClick={() => change.mutate(makePrivateLink)}>
          Make a private link
        </Button>
      ) : (
        <>
          <ShareLink url={link.url} label="Private link" copyLabel="Copy private link" />
          <div className="flex flex-wrap gap-2">
            <Button busy={change.isPending} onClick={() => change.mutate(removePrivateLink)}>
              Revoke
            </Button>
            <Button busy={change.isPending} onClick={() => change.mutate(makePrivateLink)}>
              Replace with a new link
            </Button>
          </div>
        </>
      )}
      {change.isError && (
        <p role="alert" className="break-words text-error">
          {errorText(change.error, productName)}
        </p>
      )}
    </section>
  );
}
