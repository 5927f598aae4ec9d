import { sameTag, tagsIn } from '@scoville/contract/platform/lib/tags.ts';
import { WordsField } from './words-field.tsx';

type Tag = { text: string };

interface TagsFieldProps {
  tags: readonly Tag[];
  onChange: (tags: Tag[]) => void;
  error?: string | undefined;
}

const MOST = 20;

/** A field for tags, as chips; users can type them with or without a #. */
export function TagsField({ tags, onChange, error }: TagsFieldProps) {
  return (
    <WordsField
      label="Tags"
      listLabel="Tags of this media"
      unit="tag"
      words={tags.map(({ text }) => text)}
      onChange={(words) => onChange(words.map((text) => ({ text })))}
      wordsIn={tagsIn}
      isSame={sameTag}
      most={MOST}
      longest={40}
      hint="Press Enter to add one."
      full={`A media can have at most ${MOST} tags.`}
      error={error}
    />
  );
}
