import { type ReactElement, useState } from 'react';
import { Checkbox } from '../../platform/ui/checkbox.tsx';

/**
 * The checkbox by which the uploader confirms to hold the rights, and a function that accepts files: files chosen
 * before the box is ticked are held until then.
 */
export function useRightsBox(
  send: (files: readonly File[]) => void,
  className?: string,
): { box: ReactElement; take: (files: readonly File[]) => void } {
  const [confirmed, setConfirmed] = useState(false);
  const [held, setHeld] = useState<readonly File[]>([]);
  const box = (
    <Checkbox
      {...(className !== undefined && { className })}
      label="I made what I upload, or may publish it: music, words, recording and pictures."
      checked={confirmed}
      onChange={({ target }) => {
        setConfirmed(target.checked);
        if (!target.checked || held.length === 0) return;
        send(held);
        setHeld([]);
      }}
      {...(held.length > 0 && {
        error: `Confirm this, and ${held.length === 1 ? 'your file is' : 'your files are'} uploaded.`,
      })}
    />
  );
  return { box, take: (files) => (confirmed ? send(files) : setHeld([...held, ...files])) };
}
