import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onPageChange } from '../../platform/ui/page-change.ts';
import { useModal } from '../../platform/ui/use-modal.ts';
import { SuggestionList } from './suggestion-list.tsx';

/**
 * Finds everything in the product, from every page: songs, videos, musicians, tags, genres, moods, places and screens.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => onPageChange(onClose), [onClose]);
  return (
    <dialog
      {...modal}
      closedby="any"
      aria-label="Find anything"
      className="appear mx-auto mt-[10dvh] max-h-[70dvh] w-[calc(100%-32px)] max-w-[620px] flex-col overflow-hidden rounded-hero border border-line bg-surface p-0 text-text open:flex"
    >
      <form
        className="border-b border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void navigate({ to: '/search', search: { q: input.current?.value } });
        }}
      >
        <input
          dir="auto"
          ref={input}
          aria-label="Find anything"
          placeholder="Songs, musicians, tags, places, screens"
          autoComplete="off"
          maxLength={200}
          className="h-12 w-full rounded-control bg-raised px-3.5 text-lead"
        />
      </form>
      <SuggestionList input={input} inPalette className="overflow-y-auto py-1.5" />
    </dialog>
  );
}
