import { type KeyboardEvent, useState } from 'react';
import { shorten } from '@scoville/contract/shorten.ts';
import { sameTag, tagsIn } from '@scoville/contract/tags.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { isComposing } from '../ui/is-composing.ts';
import { TextField } from '../ui/text-field.tsx';

type Tag = { text: string };

interface TagsFieldProps {
  tags: readonly Tag[];
  onChange: (tags: Tag[]) => void;
  error?: string | undefined;
}

const MOST = 20;
const LONGEST = 40;

/** The tags as chips; Enter or a comma adds what is typed (with a # or without), the cross takes one away. */
export function TagsField({ tags, onChange, error }: TagsFieldProps) {
  const [text, setText] = useState('');
  const add = () => {
    const fresh = tagsIn(text)
      .map((part) => shorten(part, LONGEST))
      .filter((part) => !tags.some((tag) => sameTag(tag.text, part)));
    setText('');
    if (fresh.length > 0) onChange([...tags, ...fresh.map((part) => ({ text: part }))].slice(0, MOST));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Tags"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
        maxLength={LONGEST}
        disabled={tags.length >= MOST && text === ''}
        hint={tags.length >= MOST ? `A media can have at most ${MOST} tags.` : 'Press Enter to add one.'}
        error={error}
      />
      {tags.length > 0 && (
        <ul aria-label="Tags of this media" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag.text} className="inline-flex max-w-full items-center rounded-control bg-raised pl-3.5">
              <span className="wrap-anywhere">{tag.text}</span>
              <button
                type="button"
                aria-label={`Remove the tag ${tag.text}`}
                className="grid size-10 flex-none place-items-center"
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
