import { errorText } from '@scoville/contract/errors.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { EndOfList } from '../ui/end-of-list.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useSettings } from './query.ts';

interface NextPageProps {
  list: Pick<
    UseInfiniteQueryResult<unknown>,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >;
  /** What the button says. */
  label?: string;
  /** Does the next page come by itself as one scrolls down to it? */
  endless?: boolean;
  size?: 'small';
  variant?: 'plain';
  className?: string;
}

/** Below a list that grows by pages: the button for more, or what went wrong and the way to try again. */
export function NextPage({ list, label = 'More', endless = false, className, ...look }: NextPageProps) {
  const { productName } = useSettings();
  const more = () => void list.fetchNextPage();
  if (!list.hasNextPage) return null;
  if (list.isFetchNextPageError && !list.isFetchingNextPage)
    return <ErrorState message={errorText(list.error ?? {}, productName)} onRetry={more} />;
  const button = (
    <Button busy={list.isFetchingNextPage} onClick={more} {...look} {...(className !== undefined && { className })}>
      {label}
    </Button>
  );
  if (!endless) return button;
  return (
    <div className="relative flex justify-center py-4">
      {!list.isFetchingNextPage && <EndOfList onNear={more} />}
      {button}
    </div>
  );
}
