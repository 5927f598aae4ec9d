import { useEffect, useRef, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { LinkIcon } from '../../platform/ui/icons.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';

const COPIED = 'Link copied to clipboard';
const REFUSED = 'Your browser did not allow copying. The link is selected: copy it with your keyboard.';
/** Milliseconds for which the confirmation is shown. */
const SHOWN_FOR = 5000;

interface ShareLinkProps {
  url: string;
  label?: string;
  /** The label of the button. */
  copyLabel?: string;
}

/** The link, with a button that copies it. */
export function ShareLink({ url, label = 'Link', copyLabel = 'Copy' }: ShareLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (status !== COPIED) return undefined;
    const timer = setTimeout(() => setStatus(''), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setStatus(COPIED);
    } catch (error) {
      // The browser blocks access to the clipboard (no secure origin, or no permission).
      console.warn('The link could not be copied.', error);
      field.current?.select();
      setStatus(REFUSED);
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 flex-1">
          <TextField ref={field} label={label} value={url} readOnly onFocus={({ target }) => target.select()} />
        </div>
        <Button onClick={() => void copy()}>
          <LinkIcon className="size-5" />
          {copyLabel}
        </Button>
      </div>
      {/* A toast would be behind the modal dialog, where screen readers don't read it, so this message is inside
          the dialog. */}
      <output className="fixed bottom-4 left-4 z-50 max-w-[calc(100vw-32px)]">
        {status !== '' && (
          <span data-toast="success" className="block rounded-cover border border-line bg-surface px-4 py-3">
            {status}
          </span>
        )}
      </output>
    </>
  );
}
