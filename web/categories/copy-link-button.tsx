import { Button } from '../ui/button.tsx';
import { LinkIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toasts.tsx';

/** Puts this page's address, without what belongs to this visit, on the clipboard. */
export function CopyLinkButton({ label, path }: { label: string; path: string }) {
  const copy = async () => {
    const address = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      toast('success', 'The link is copied.');
    } catch {
      // The browser keeps the clipboard from us (no secure origin, or refused).
      toast('info', `Copy this link: ${address}`);
    }
  };
  return (
    <Button onClick={copy}>
      <LinkIcon className="size-5" />
      {label}
    </Button>
  );
}
