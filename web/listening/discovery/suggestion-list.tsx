import { type RefObject, useId } from 'react';
import { pluralize } from '../../platform/lib/format.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { optionId, useComboboxAria } from './use-combobox-aria.ts';
import { useCombobox } from './use-combobox.ts';
import type { Option } from './option.ts';

interface SuggestionListProps {
  /** The field that the user types into; it becomes a combobox (ARIA, editable, with a list). */
  input: RefObject<HTMLInputElement | null>;
  /** Whether this is the palette's list, which also offers screens and places, and is open from the start. */
  inPalette?: boolean;
  className: string;
}

/** Suggestions below the field: chosen by pointer, or by the arrow keys and Enter; Escape hides them. */
export function SuggestionList({ input, inPalette = false, className }: SuggestionListProps) {
  const id = useId();
  const { typed, isOpen, options, status, shown, at, go } = useCombobox(input, inPalette);
  useComboboxAria(input, id, shown, at);
  return (
    <>
      <output className={inPalette && status ? 'block px-6 py-5 text-muted' : 'sr-only'}>
        {isOpen && typed !== '' && (status ?? pluralize(options.length, 'suggestion', 'suggestions'))}
      </output>
      <div id={id} role="listbox" aria-label="Suggestions" hidden={shown.length === 0} className={className}>
        {shown.map((option, index) => (
          <OptionButton
            key={`${option.kind} ${option.path}`}
            id={optionId(id, index)}
            option={option}
            isActive={index === at}
            onChoose={() => go(option)}
          />
        ))}
      </div>
    </>
  );
}

interface OptionButtonProps {
  id: string;
  option: Option;
  isActive: boolean;
  onChoose: () => void;
}

function OptionButton({ id, option, isActive, onChoose }: OptionButtonProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 w-full items-center justify-between gap-4 px-4 py-1.5 text-left hover:bg-raised',
        isActive && 'bg-raised',
      )}
    >
      <span className="min-w-0 truncate font-[550]">{option.label}</span>
      <span className="max-w-[45%] flex-none truncate text-caption text-muted">{option.about}</span>
    </button>
  );
}
