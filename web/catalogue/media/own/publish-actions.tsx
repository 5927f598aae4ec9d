import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { CANNOT_PUBLISH_YET } from '@scoville/contract/catalogue/media/publication.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { ChevronDownIcon } from '../../../platform/ui/icons.tsx';
import { Menu, MenuItem } from '../../../platform/ui/menu.tsx';
import { Tooltip } from '../../../platform/ui/tooltip.tsx';
import type { MediaChange } from '../media.calls.ts';
import { isTakenDown } from './publication-locks.ts';

interface PublishActionsProps {
  media: Media;
  busy: boolean;
  onChange: (change: MediaChange) => void;
}

/** The actions to publish with or without a review, to unpublish, and to submit for review later. */
export function PublishActions({ media, busy, onChange }: PublishActionsProps) {
  const { can, published, status } = media;
  if (status === 'failed' || isTakenDown(media)) return null;
  if (status !== 'complete')
    return (
      <Tooltip text={CANNOT_PUBLISH_YET} delay={300}>
        {/* Not `disabled`, so that the keyboard reaches it and its tooltip. */}
        <Button size="small" aria-disabled aria-label={`Publish ${media.title}`}>
          Publish
        </Button>
      </Tooltip>
    );
  if (!published)
    return (
      <Menu
        label={`Publish ${media.title}`}
        renderTrigger={(props) => (
          <Button size="small" busy={busy} {...props} aria-label={`Publish ${media.title}`}>
            Publish
            <ChevronDownIcon className="size-4" />
          </Button>
        )}
      >
        {can.submit && (
          <MenuItem onSelect={() => onChange({ allowCuration: true })}>Publish & Submit For Promotion</MenuItem>
        )}
        <MenuItem onSelect={() => onChange({ published: true })}>Publish Without Promotion</MenuItem>
      </Menu>
    );
  return (
    <>
      {can.submit && (
        <Button
          size="small"
          busy={busy}
          aria-label={`Allow Curation of ${media.title}`}
          onClick={() => onChange({ allowCuration: true })}
        >
          Allow Curation
        </Button>
      )}
      <Button
        size="small"
        variant="plain"
        busy={busy}
        aria-label={`Unpublish ${media.title}`}
        onClick={() => onChange({ published: false })}
      >
        Unpublish
      </Button>
    </>
  );
}
