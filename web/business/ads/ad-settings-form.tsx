import { type AdSettingsChange, AdSettingsFields } from '@scoville/contract/business/ads/ads.ts';
import type { AdSettings } from '@scoville/contract/accounts/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { keepTyped } from '../../platform/forms/keep-typed.ts';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { invalidateAds, saveAdSettings } from './ads.calls.ts';

/** An emptied number field is undefined. */
const asNumber = { setValueAs: (value: string | number) => (value === '' ? undefined : Number(value)) };

/** The settings for when ads play; times in seconds. */
export function AdSettingsForm({ settings }: { settings: AdSettings }) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(AdSettingsFields),
    values: settings,
    // A save by another administrator in the meantime doesn't overwrite the fields that are being edited here.
    resetOptions: { keepDirtyValues: true },
  });
  const { dirtyFields } = form.formState;
  // Settings that were sent without an answer. They may have been saved, so they are sent again even if they look
  // unchanged.
  const unanswered = useRef(new Set<string>());
  const server = useServerForm(form, async (values) => {
    const sent = form.getValues();
    // Only changed settings are sent, because another administrator may have changed the others since.
    const changed = Object.entries(values).filter(
      ([name]) => dirtyFields[name as keyof AdSettings] || unanswered.current.has(name),
    );
    for (const [name] of changed) unanswered.current.add(name);
    const saved = await saveAdSettings(client, Object.fromEntries(changed) as AdSettingsChange);
    unanswered.current.clear();
    keepTyped(form, sent, saved);
    toast('success', 'Ad Settings Updated');
    await invalidateAds(client);
  });
  const number = (name: 'playInterval' | 'playDuring' | 'playDuringMinTime') => {
    const { error, onDismissError } = server.field(name);
    return { ...form.register(name, asNumber), error, onDismissError, inputMode: 'numeric' as const };
  };
  return (
    <section aria-label="Ad settings" className="rounded-hero border border-line bg-surface p-5 md:p-6">
      <h2 className="mb-4 text-title">Settings</h2>
      <ServerForm of={server} label="Save settings">
        <Checkbox label="Ads are on" {...form.register('enabled')} />
        <div className="grid gap-5 md:grid-cols-3">
          <TextField label="Play interval (seconds)" hint="Playing time between two ads." {...number('playInterval')} />
          <TextField
            label="Play during (seconds)"
            hint="How much of a track plays before an ad may interrupt it; 0 waits until it ends."
            {...number('playDuring')}
          />
          <TextField
            label="Shortest track to interrupt (seconds)"
            hint="Shorter tracks are never interrupted."
            {...number('playDuringMinTime')}
          />
        </div>
      </ServerForm>
    </section>
  );
}
