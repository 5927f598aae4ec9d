import { isActionLink } from '@scoville/contract/business/announcements/system-message-edit.ts';
import { completeAddress } from '@scoville/contract/platform/lib/web-address.ts';
import { useQuery } from '@tanstack/react-query';
import { SystemMessage } from '../../business/announcements/system-message.tsx';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import { ErrorState } from '../../platform/ui/states.tsx';
import { messagePreviewQuery } from './administration.calls.ts';

/** Milliseconds after the last keystroke before the preview is requested. */
const PAUSE = 300;

/** A preview of the message as Home would show it. */
export function MessagePreview({ message, actionLink }: { message: string; actionLink: string }) {
  const text = useDebounced(message.trim(), PAUSE);
  const preview = useQuery(messagePreviewQuery(text));
  const link = completeAddress(actionLink.trim());
  const shown = {
    id: '',
    message: text,
    html: preview.data?.html ?? '',
    actionLink: isActionLink(link) ? link : null,
    disappearAfterLogin: false,
  };
  return (
    <section aria-labelledby="message-preview" className="flex min-w-0 flex-col gap-3">
      <h2 id="message-preview" className="text-title">
        Preview
      </h2>
      {text === '' ? (
        <p className="text-muted">What you write appears here as Home will show it.</p>
      ) : preview.isError ? (
        <ErrorState message="The preview could not be made." onRetry={() => void preview.refetch()} />
      ) : (
        <SystemMessage message={shown} />
      )}
    </section>
  );
}
