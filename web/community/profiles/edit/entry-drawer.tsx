import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useForm, type DefaultValues } from 'react-hook-form';
import { Button } from '../../../platform/ui/button.tsx';
import type { Entry } from './entries.ts';
import type { FieldsOf, ListKind } from './list-kind.ts';

/** Lets the page close an open drawer when it saves. */
export interface DrawerHandle {
  /** Applies the input, as Done does. Returns false if a field is missing, and focuses that field. */
  finish: () => Promise<boolean>;
}

interface EntryDrawerProps<E extends Entry> {
  kind: ListKind<E>;
  entry: E;
  isNew: boolean;
  /** Called with the input on every keystroke. */
  onTyping: (entry: E) => void;
  onDone: (entry: E) => void;
  onCancel: () => void;
  onRemove: () => void;
  /** The picture with its buttons. */
  picture?: ReactNode;
  ref?: Ref<DrawerHandle>;
}

/** Edits one entry of a list in its place. */
export function EntryDrawer<E extends Entry>(props: EntryDrawerProps<E>) {
  const { kind, entry, isNew, onTyping, onDone, onCancel, onRemove, picture, ref } = props;
  const { id, ...values } = entry;
  const form = useForm<FieldsOf<E>>({
    mode: 'onTouched',
    resolver: kind.resolver,
    defaultValues: values as DefaultValues<FieldsOf<E>>,
  });
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: ({ values: typed }) => onTyping({ ...typed, id } as E) }),
    [form, id, onTyping],
  );

  const finish = async (): Promise<boolean> => {
    let isDone = false;
    await form.handleSubmit((checked) => {
      isDone = true;
      onDone({ id, ...checked } as unknown as E);
    })();
    return isDone;
  };
  useImperativeHandle(ref, () => ({ finish }));

  return (
    <form
      ref={element}
      noValidate
      aria-label={`${isNew ? 'New' : 'Edit'} ${kind.one}`}
      className="flex flex-col gap-4 rounded-cover border border-line bg-surface p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void finish();
      }}
    >
      {picture}
      {kind.fields(form)}
      <div className="flex flex-wrap justify-end gap-2">
        {!isNew && (
          <Button variant="danger" className="mr-auto" onClick={onRemove}>
            Remove
          </Button>
        )}
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="outline">
          Done
        </Button>
      </div>
    </form>
  );
}
