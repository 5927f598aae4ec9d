import { errorText } from '@scoville/contract/platform/http/errors.ts';
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
  /** The button's label. */
  label?: string;
  /** Whether the next page is loaded automatically as the user scrolls down to the end of the list. */
  endless?: boolean;
  size?: 'small';
  variant?: 'plain';
  className?: string;
}

/** The end of a list that is loaded by pages: the button for the next page, or its error with a button to try again. */
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
