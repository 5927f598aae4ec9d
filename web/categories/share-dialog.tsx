import { useRef, useState } from 'react';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkIcon, ShareIcon } from '../ui/icons.tsx';
import { TextField } from '../ui/text-field.tsx';

interface ShareDialogProps {
  title: string;
  /** What is shared, as the default text names it: "playlist". */
  kind: string;
  /** Its name, for whatever the system hands it to. */
  name: string;
  /** Its address, without what belongs to this visit. */
  path: string;
  onClose: () => void;
}

/** A link to hand on: to copy, or by the system's own sharing where the browser has that. */
export function ShareDialog({ title, kind, name, path, onClose }: ShareDialogProps) {
  const { share } = useSettings();
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const url = new URL(path, window.location.origin).href;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setStatus('Link copied to clipboard');
    } catch (error) {
      // The browser does not let us write to the clipboard (no secure origin, or refused).
      console.warn('The link could not be copied.', error);
      field.current?.select();
      setStatus('Your browser did not allow copying. The link is selected: copy it with your keyboard.');
    }
  };
  const shareBySystem = async () => {
    try {
      await navigator.share({ title: name, text: share.defaultText.replaceAll('{mediaType}', kind), url });
      onClose();
    } catch (error) {
      // Whoever closes the system's own dialog has changed their mind: nothing to say.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('The system could not share the link.', error);
      setStatus('The link could not be shared. Copy it instead.');
    }
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {typeof navigator.share === 'function' && (
            <Button onClick={() => void shareBySystem()}>
              <ShareIcon className="size-5" />
              Share via…
            </Button>
          )}
          <Button variant="main" onClick={() => void copy()}>
            <LinkIcon className="size-5" />
            Copy
          </Button>
        </>
      }
    >
      <TextField ref={field} label="Link" value={url} readOnly onFocus={({ target }) => target.select()} />
      <output className="mt-2 block min-h-6 text-muted">{status}</output>
    </Dialog>
  );
}
