import { UserType } from '@scoville/contract/users.ts';
import type { InputHTMLAttributes, Ref } from 'react';

const WORDS = {
  Musician: { label: 'Musician', hint: 'I make music, and want to publish it and have it scored.' },
  Listener: { label: 'Listener', hint: 'I listen to music, and want to find what others scored highly.' },
} as const;

/** Musician or listener, as two radio buttons; every input gets the props that the form gives. */
export function UserTypeChoice(input: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-[550]">What brings you here?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {UserType.options.map((type) => (
          <label
            key={type}
            className="flex min-h-10 cursor-pointer items-start gap-3 rounded-control border border-line p-3.5 has-checked:border-text has-checked:bg-raised"
          >
            <input type="radio" value={type} className="mt-0.5 size-5" {...input} />
            <span>
              <span className="block font-[550]">{WORDS[type].label}</span>
              <span className="block text-caption text-muted">{WORDS[type].hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
