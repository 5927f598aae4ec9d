import { embedCode } from '@scoville/contract/listening/embeds.ts';
import { Suspense, useState } from 'react';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { ShareIcon } from '../../platform/ui/icons.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import type { Shareable } from './shareable.ts';

const QrCode = neededPart(async () => ({ default: (await import('../../platform/ui/qr-code.tsx')).QrCode }));

interface ShareElsewhereProps {
  what: Shareable;
  url: string;
  /** The text that is shared with the link. */
  text: string;
  onShared: () => void;
  onClose: () => void;
}

const facebook = (url: string) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`;
const twitter = (url: string, text: string) => `https://twitter.com/intent/tweet?${new URLSearchParams({ text, url })}`;

/** Other networks, the system's share dialog, a QR code, and a player for other sites. */
export function ShareElsewhere({ what, url, text, onShared, onClose }: ShareElsewhereProps) {
  const [shown, setShown] = useState<'qr' | 'embed' | null>(null);
  const [problem, setProblem] = useState('');
  const toggle = (part: 'qr' | 'embed') => setShown(shown === part ? null : part);
  const shareBySystem = async () => {
    try {
      await navigator.share({ title: what.name, text, url });
      onShared();
      onClose();
    } catch (error) {
      // The user closed the system's dialog, so no message is needed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('The system could not share the link.', error);
      setProblem('The link could not be shared. Copy it instead.');
    }
  };
  return (
    <section aria-label="Elsewhere" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        {(
          [
            ['Facebook', facebook(url)],
            ['Twitter', twitter(url, text)],
          ] as const
        ).map(([name, address]) => (
          <a
            key={name}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Share on ${name}`}
            onClick={onShared}
            className={buttonClass('outline')}
          >
            {name}
          </a>
        ))}
        {typeof navigator.share === 'function' && (
          <Button onClick={() => void shareBySystem()}>
            <ShareIcon className="size-5" />
            Share via…
          </Button>
        )}
        <Button aria-expanded={shown === 'qr'} onClick={() => toggle('qr')}>
          QR code
        </Button>
        {what.embed && (
          <Button aria-expanded={shown === 'embed'} onClick={() => toggle('embed')}>
            Embed
          </Button>
        )}
      </div>
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      {shown === 'qr' && (
        <Suspense
          fallback={
            <Loading label="Loading the QR code">
              <Skeleton className="size-48" />
            </Loading>
          }
        >
          <QrCode text={url} label={`QR code of ${url}`} />
        </Suspense>
      )}
      {shown === 'embed' && what.embed && (
        <TextArea
          label="Code for other sites"
          hint="Embeds a player. Only public media can be played there."
          readOnly
          rows={4}
          value={embedCode({
            ...what.embed,
            url: new URL(what.embed.path, window.location.origin).href,
            title: what.name,
          })}
          onFocus={({ target }) => target.select()}
        />
      )}
    </section>
  );
}
