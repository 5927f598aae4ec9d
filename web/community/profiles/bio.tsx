import { useState } from 'react';
import { truncate } from '../../platform/lib/truncate.ts';

/** Number of characters of a bio that are shown at first. */
const SHOWN = 66;

/** A user's description of themselves. A long one is cut until the reader unfolds it. */
export function Bio({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const short = truncate(text, SHOWN);
  return (
    <p dir="auto" className="mb-6 max-w-[68ch] break-words whitespace-pre-line">
      {isOpen || short === null ? text : `${short}…`}
      {short !== null && (
        <>
          {' '}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-2 min-h-10 px-1 text-muted underline underline-offset-4"
          >
            {isOpen ? 'less' : 'more'}
          </button>
        </>
      )}
    </p>
  );
}
