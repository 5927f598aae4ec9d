import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  type FocusEventHandler,
  type KeyboardEvent,
  type KeyboardEventHandler,
  type Ref,
  useCallback,
  useState,
} from 'react';
import { Field, type FieldProps, controlClass } from './field.tsx';
import { isComposing } from './is-composing.ts';

interface SuggestFieldProps extends FieldProps {
  value: string;
  onChange: (text: string) => void;
  /** Called when the user chooses a suggestion; without `onPick`, `onChange` gets the suggestion like typed text. */
  onPick?: (suggestion: string) => void;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  /** Called before the field's own handler. */
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  readOnly?: boolean;
  'aria-disabled'?: boolean;
  suggestions: readonly string[];
  maxLength?: number;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with suggestions for the typed text; any text is accepted. */
export function SuggestField(props: SuggestFieldProps) {
  const {
    label,
    hint,
    error,
    onDismissError,
    value,
    onChange,
    onPick,
    suggestions,
    onKeyDown: onKey,
    onBlur: onFocusLost,
    ...input
  } = props;
  const change = (text: string, { reason }: { reason: string }) => {
    // Escape closes the open list and keeps the typed text.
    if (reason === 'escape-key') return;
    if (reason === 'item-press' && onPick !== undefined) onPick(text);
    else onChange(text);
  };
  // Enter is for the suggestions only: it never submits the form around the field, whose choice may be permanent. Enter
  // also doesn't close the list before the suggestions have arrived.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKey?.(event);
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) event.preventDefault();
  };
  const [isOpen, setOpen] = useState(false);
  const onOpenChange = (open: boolean, details: Autocomplete.Root.ChangeEventDetails) => {
    if (!open && details.event.type === 'keydown' && details.reason === 'none' && suggestions.length === 0)
      details.cancel();
    else setOpen(open);
  };
  // Base UI closes the list only if it is shown. Without this, suggestions that arrive after the user has moved on would
  // open it.
  const onBlur: FocusEventHandler<HTMLInputElement> = (event) => {
    onFocusLost?.(event);
    if (suggestions.length === 0) setOpen(false);
  };
  // The list is rendered inside the open dialog, because anything outside of the dialog is behind it.
  const [dialog, setDialog] = useState<HTMLElement>();
  const findDialog = useCallback((field: Element | null) => setDialog(field?.closest('dialog') ?? undefined), []);
  return (
    <Field label={label} hint={hint} error={error} onDismissError={onDismissError}>
      {(control) => (
        <Autocomplete.Root
          items={suggestions}
          mode="none"
          value={value}
          onValueChange={change}
          // An open list hides everything else from screen readers, so an empty list is closed.
          open={isOpen && suggestions.length > 0}
          onOpenChange={onOpenChange}
        >
          <span ref={findDialog} className="flex">
            <Autocomplete.Input
              dir="auto"
              className={`${controlClass} h-[42px]`}
              onKeyDown={onKeyDown}
              onBlur={onBlur}
              {...input}
              {...control}
            />
          </span>
          <Autocomplete.Portal container={dialog}>
            <Autocomplete.Positioner
              sideOffset={6}
              positionMethod={dialog ? 'fixed' : 'absolute'}
              className="z-50 outline-none"
            >
              <Autocomplete.Popup className="max-h-72 w-[var(--anchor-width)] overflow-y-auto rounded-control border border-line bg-surface py-1">
                <Autocomplete.List aria-label={label}>
                  {(suggestion: string) => (
                    <Autocomplete.Item
                      key={suggestion}
                      value={suggestion}
                      dir="auto"
                      className="flex min-h-10 cursor-default items-center px-3.5 py-1.5 data-highlighted:bg-raised"
                    >
                      {suggestion}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
