import { zodResolver } from '@hookform/resolvers/zod';
import { type Media, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormError } from '../../../platform/forms/form-error.tsx';
import { keepTyped } from '../../../platform/forms/keep-typed.ts';
import { errorOf, showServerErrors } from '../../../platform/forms/server-errors.ts';
import { isSignedOut } from '../../../platform/lib/fail.ts';
import { cacheAnswer } from '../../../platform/lib/cache-answer.ts';
import { keyOf, useSettings } from '../../../platform/lib/query.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { Select } from '../../../platform/ui/select.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { toast } from '../../../platform/ui/toasts.ts';
import { EditForm, changesOf, formOf } from './edit-form.ts';
import { LeaveGuard } from '../../../platform/forms/leave-guard.tsx';
import { changeMedia, invalidateMedia } from '../media.calls.ts';
import { PublicationFields } from './publication-fields.tsx';
import { GenresField } from '../../../platform/forms/genres-field.tsx';
import { TagsField } from '../../../platform/forms/tags-field.tsx';

const PRODUCTION = [
  { value: 'Digital', label: 'Digital' },
  { value: 'Live Instruments', label: 'Live Instruments' },
];

/** The form in which owners describe a song or video and decide whether it is public. */
export function EditMediaForm({ media }: { media: Media }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<EditForm>({
    mode: 'onTouched',
    resolver: zodResolver(EditForm),
    defaultValues: formOf(media),
  });
  const { isDirty, isSubmitting } = form.formState;
  // Fields that processing fills in (title, tags) are updated, unless the owner has typed in them.
  useEffect(() => form.reset(formOf(media), { keepDirtyValues: true }), [media, form]);

  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    const sent = form.getValues();
    try {
      const saved = await changeMedia(media.id, changesOf(media, values));
      keepTyped(form, sent, formOf(saved));
      cacheAnswer(client, keyOf(mediaEndpoint, { params: { id: media.id } }), saved);
      toast('success', 'Successfully updated!');
      await invalidateMedia(client);
    } catch (error) {
      if (isSignedOut(error)) return;
      const text = showServerErrors(form, error, productName);
      setRefusal(text);
      if (text !== null) toast('error', 'Update failed.');
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <LeaveGuard when={isDirty && !isSubmitting} />
      <TextField label="Title" {...form.register('title')} {...errorOf(form, 'title')} />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => (
          <TagsField tags={field.value} onChange={field.onChange} error={errorOf(form, 'tags').error} />
        )}
      />
      <Controller
        control={form.control}
        name="genres"
        render={({ field }) => (
          <GenresField
            genres={field.value.map(({ name }) => name)}
            onChange={(names) => field.onChange(names.map((name) => ({ name })))}
            error={errorOf(form, 'genres').error}
          />
        )}
      />
      <TextArea label="Description" rows={5} {...form.register('description')} {...errorOf(form, 'description')} />
      <Select
        label="Production type"
        placeholder="Not specified"
        options={PRODUCTION}
        {...form.register('productionType')}
        {...errorOf(form, 'productionType')}
      />
      <PublicationFields media={media} form={form} />
      <FormError message={refusal} onDismiss={() => setRefusal(null)} />
      <Button type="submit" variant="main" className="self-start" disabled={!isDirty} busy={isSubmitting}>
        Save
      </Button>
    </form>
  );
}
