import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import { useState } from 'react';
import { CategorySelect } from '../../catalogue/categories/category-select.tsx';
import { ScoringCriteria } from '../../catalogue/media/scoring-criteria.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { ScoreSlider } from './score-slider.tsx';
import type { VerdictForm } from './verdict-form.ts';
import { VerdictSummary } from './verdict-summary.tsx';

const SLIDERS = [
  {
    name: 'storytelling',
    label: 'Storytelling',
    hint: 'Does it have something to say, and does it hold you to the end?',
  },
  { name: 'execution', label: 'Execution', hint: 'Playing, singing, recording, mix.' },
  {
    name: 'thumbnailArt',
    label: 'Thumbnail art',
    hint: 'The picture: does it fit the music, and is it made with care?',
  },
] as const;

export interface VerdictFieldsProps {
  form: VerdictForm;
  isLocked: (name: keyof Scores) => boolean;
  /** Whether genre, mood and flag can be set: only if the form's current values approve the media item. */
  placeable: boolean;
  /** The outcome of the form's current values, in words. */
  outcome: string;
  onChange: (form: VerdictForm) => void;
}

/** All fields of a verdict. */
export function VerdictFields({ form, isLocked, placeable, outcome, onChange }: VerdictFieldsProps) {
  const [criteria, setCriteria] = useState(false);
  const set = (change: Partial<VerdictForm>) => onChange({ ...form, ...change });
  return (
    <div className="flex flex-col gap-5">
      {SLIDERS.map(({ name, label, hint }) => (
        <ScoreSlider
          key={name}
          label={label}
          hint={isLocked(name) ? 'Already rated; it can no longer change.' : hint}
          value={form.scores[name]}
          disabled={isLocked(name)}
          onChange={(score) => set({ scores: { ...form.scores, [name]: score } })}
        />
      ))}
      <div className="flex flex-col gap-1">
        <VerdictSummary scores={form.scores} outcome={outcome} />
        <Button variant="plain" size="small" className="-ml-3 self-start text-muted" onClick={() => setCriteria(true)}>
          How scoring works
        </Button>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <CategorySelect
          kind="genre"
          placeholder="None"
          value={form.genre}
          disabled={!placeable}
          onChange={(genre) => set({ genre })}
        />
        <CategorySelect
          kind="mood"
          placeholder="None"
          value={form.mood}
          disabled={!placeable}
          onChange={(mood) => set({ mood })}
        />
      </div>
      <Checkbox
        label="May be listed in Perfectly Seasoned"
        hint="From 85. Switch it off to keep this media out of that list, whatever its score."
        checked={form.perfectlySeasoned}
        disabled={!placeable}
        onChange={(event) => set({ perfectlySeasoned: event.target.checked })}
      />
      <TextArea
        label="Comment"
        hint="Optional. The musician can read it."
        maxLength={2000}
        value={form.comment}
        onChange={(event) => set({ comment: event.target.value })}
      />
      {criteria && <ScoringCriteria onClose={() => setCriteria(false)} />}
    </div>
  );
}
