import { type DragEvent, useRef, useState } from 'react';
import type { Limits } from '@scoville/contract/accounts/plans.ts';
import { limitReachedMessage } from '@scoville/contract/catalogue/uploads.ts';
import { Button } from '../../platform/ui/button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { UploadIcon } from '../../platform/ui/icons.tsx';

interface DropZoneProps {
  limits: Limits;
  /** The plan's limit of uploads is reached. */
  full: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files by drop or from the browser's file dialog. */
export function DropZone({ limits, full, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!full && event.type !== 'dragleave');
  };
  return (
    <div
      role="presentation"
      data-testid="drop-zone"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!full) onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(
        'flex flex-col items-center gap-4 rounded-hero border-2 border-dashed px-6 py-12 text-center',
        over ? 'border-ember bg-raised' : 'border-line bg-surface',
      )}
    >
      <UploadIcon className="size-9 text-muted" />
      <p className="text-lead font-[550]">Drop songs or videos here</p>
      <Button variant="main" disabled={full} onClick={() => input.current?.click()}>
        {full ? limitReachedMessage(limits.unit) : 'Choose files'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Songs or videos"
        disabled={full}
        accept={limits.acceptedFiles.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p className="max-w-lg text-caption text-muted">
        {limits.acceptedFiles.map((extension) => extension.toUpperCase()).join(', ')}. If the connection is lost, choose
        the same file again: the upload continues where it stopped.
      </p>
    </div>
  );
}
