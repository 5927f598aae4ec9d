import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { lyricsText } from '@scoville/contract/catalogue/timed-text/lyrics.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import {
  MAX_TIMED_TEXT_KB,
  type TimedLine,
  type TimedText,
} from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../platform/forms/form-error.tsx';
import { keepTyped } from '../../platform/forms/keep-typed.ts';
import { LeaveGuard } from '../../platform/forms/leave-guard.tsx';
import { ApiError } from '../../platform/lib/call.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { timeText } from '../player/clock.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { changeTimedText, useTimedText } from './timed-text.calls.ts';

/** The owner's panel to add, change and remove the captions of a video or the lyrics of a song. */
export function TimedTextPanel({ media }: { media: Media }) {
  const { productName } = useSettings();
  const query = useTimedText(media.id);
  const isVideo = media.mediaType === 'video';
  const title = isVideo ? 'Captions' : 'Lyrics';
  return (
    <section aria-labelledby="timed-text" className="flex flex-col gap-3">
      <h2 id="timed-text" className="text-title">
        {title}
      </h2>
      {query.isPending ? (
        <Loading label={`Loading the ${title.toLowerCase()}`}>
          <Skeleton className="h-24" />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      ) : isVideo ? (
        <Captions id={media.id} lines={query.data.lines} />
      ) : (
        <Lyrics id={media.id} lines={query.data.lines} />
      )}
    </section>
  );
}

interface Own {
  id: string;
  lines: readonly TimedLine[];
}

function Captions({ id, lines }: Own) {
  const { busy, problem, setProblem, change } = useChange(id);
  const first = lines[0]?.start ?? 0;
  const last = Math.max(0, ...lines.map(({ end }) => end ?? 0));
  return (
    <>
      <p className="text-muted">
        {lines.length === 0
          ? `A WebVTT file (.vtt) of ${MAX_TIMED_TEXT_KB} KB at most, shown over the picture.`
          : `${pluralize(lines.length, 'caption', 'captions')}, from ${timeText(first)} to ${timeText(last)}.`}
      </p>
      <FormError message={problem} onDismiss={() => setProblem(null)} />
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Caption file"
          accept=".vtt,text/vtt"
          busy={busy}
          onProblem={setProblem}
          onText={(text) => void change(text)}
        >
          {lines.length === 0 ? 'Add Captions' : 'Replace Captions'}
        </FileButton>
        {lines.length > 0 && <Removal what="captions" busy={busy} onRemove={() => change(null)} />}
      </div>
    </>
  );
}

function Lyrics({ id, lines }: Own) {
  const form = useForm({
    values: { text: lyricsText(lines) },
    // Text that is saved elsewhere in the meantime doesn't overwrite unsaved input.
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = form.formState;
  const text = useWatch({ control: form.control, name: 'text' });
  const { busy, problem, setProblem, change } = useChange(id);
  const save = form.handleSubmit(async (sent) => {
    const saved = await change(sent.text);
    if (saved !== null) keepTyped(form, sent, { text: lyricsText(saved.lines) });
  });
  const remove = async () => {
    if ((await change(null)) !== null) form.reset({ text: '' }, { keepDirtyValues: false });
  };
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void save(event)}>
      <LeaveGuard when={isDirty && !busy} />
      <TextArea
        label="Lyrics"
        hint="Plain text, or LRC lines such as [01:23.45]Words: timed lines follow the song."
        rows={6}
        error={problem ?? undefined}
        {...form.register('text', { onChange: () => setProblem(null) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="main" disabled={!isDirty || text.trim() === ''} busy={busy}>
          Save Lyrics
        </Button>
        <FileButton
          label="Lyrics file"
          accept=".lrc,.txt,text/plain"
          busy={busy}
          onProblem={setProblem}
          onText={(read) => {
            form.setValue('text', read, { shouldDirty: true });
            setProblem(null);
          }}
        >
          Choose File
        </FileButton>
        {lines.length > 0 && <Removal what="lyrics" busy={busy} onRemove={remove} />}
      </div>
    </form>
  );
}

/**
 * Saves a text, or removes it if the text is null. After a failure, `problem` has the reason and `change` resolves to
 * null.
 */
function useChange(id: string) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (text: string | null): Promise<TimedText | null> => {
    setBusy(true);
    setProblem(null);
    try {
      const saved = await changeTimedText(client, id, text);
      toast('success', 'Successfully updated!');
      return saved;
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error, productName) : 'This could not be saved. Try again.');
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, change };
}

interface FileButtonProps {
  label: string;
  accept: string;
  busy: boolean;
  children: ReactNode;
  onText: (text: string) => void;
  onProblem: (problem: string) => void;
}

/** A button that reads the text of a file that the user chooses. */
function FileButton({ label, accept, busy, children, onText, onProblem }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    // The server would refuse the file anyway.
    if (file.size > MAX_TIMED_TEXT_KB * 1000) return onProblem(`This file is larger than ${MAX_TIMED_TEXT_KB} KB.`);
    onText(await file.text());
  };
  return (
    <>
      <Button size="small" busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) read(file).catch(() => onProblem('This file could not be read. Choose it again.'));
        }}
      />
    </>
  );
}

function Removal({ what, busy, onRemove }: { what: string; busy: boolean; onRemove: () => Promise<unknown> }) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <Button size="small" variant="plain" onClick={() => setAsked(true)}>
        Remove
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Remove the ${what}?`}
          confirm="Remove"
          danger
          busy={busy}
          onConfirm={() => void onRemove().then(close)}
          onClose={close}
        >
          This cannot be undone, but you can add them again.
        </ConfirmDialog>
      )}
    </>
  );
}
