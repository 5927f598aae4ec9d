import { ListMenu } from './list-menu.tsx';
import type { MediaPages } from './media-pages.ts';

/** The title of a screen that shows one list, with the menu for the whole list once it has something to play. */
export function ListTitle({ title, pages, className = '' }: { title: string; pages?: MediaPages; className?: string }) {
  return (
    <div className={`flex min-h-[42px] items-center gap-4 ${className}`}>
      <h1 className="min-w-0 text-head break-words">{title}</h1>
      {pages?.media.some(({ sources }) => sources.length > 0) && <ListMenu name={title} whole={pages.whole} />}
    </div>
  );
}
