import { zodResolver } from '@hookform/resolvers/zod';
import type { Performance } from '@scoville/contract/community/performances.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../platform/forms/form-error.tsx';
import { LeaveGuard } from '../../platform/forms/leave-guard.tsx';
import { errorOf, showServerErrors } from '../../platform/forms/server-errors.ts';
import { isSignedOut } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { addShow, changeShow, invalidateShows } from './performances.calls.ts';
import { ShowForm as Fields, bodyOf, changesOf, formOf } from './show-fields.ts';
import { useTownZone } from './use-town-zone.ts';
import { WhereFields } from './where-fields.tsx';

/** The form for a new show or an existing one. */
export function ShowForm({ show, onClose }: { show: Performance | null; onClose: () => void }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  // The values at the start of editing, and not those that another tab saved since: a field that the user hasn't
  // touched here must not be sent.
  const [began] = useState(() => formOf(show));
  const form = useForm<Fields>({ mode: 'onTouched', resolver: zodResolver(Fields), defaultValues: began });
  const zone = useTownZone(form, show);
  const { isDirty, isSubmitting } = form.formState;
  const isFree = useWatch({ control: form.control, name: 'isFree' });
  useEffect(() => form.setFocus('name'), [form]);
  const close = () => {
    // Turns off the question about unsaved changes before the address changes.
    flushSync(() => setDone(true));
    onClose();
  };
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await zone.settle();
      const said = { ...values, timeZone: form.getValues('timeZone') };
      await (show === null ? addShow(bodyOf(said)) : changeShow(show.id, changesOf(began, said)));
      toast('success', 'Successfully updated!');
      await invalidateShows(client);
      close();
    } catch (error) {
      if (isSignedOut(error)) return;
      const text = showServerErrors(form, error, productName);
      setRefusal(text);
      if (text !== null) toast('error', 'Update failed.');
    }
  });

  return (
    <form
      noValidate
      aria-label={show === null ? 'Add a show' : `Edit ${show.name}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5 rounded-hero border border-line bg-surface p-5 md:p-6"
    >
      <LeaveGuard when={isDirty && !isSubmitting && !isDone} {...(show === null && { parameter: 'add' })} />
      <TextField label="Name" {...form.register('name')} {...errorOf(form, 'name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Date" type="date" {...form.register('date')} {...errorOf(form, 'date')} />
        <TextField label="Time" type="time" {...form.register('time')} {...errorOf(form, 'time')} />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <WhereFields form={form} onZone={zone.choose} />
        <TextField label="Venue" {...form.register('venue')} {...errorOf(form, 'venue')} />
        <TextField
          label="Website of the venue"
          type="url"
          placeholder="https://"
          {...form.register('website')}
          {...errorOf(form, 'website')}
        />
        <TextField
          label="Ticket link"
          type="url"
          placeholder="https://"
          {...form.register('ticketLink')}
          {...errorOf(form, 'ticketLink')}
        />
        <TextField
          label="Number of performances"
          inputMode="numeric"
          {...form.register('numPerformances')}
          {...errorOf(form, 'numPerformances')}
        />
      </div>
      <div className="grid items-end gap-5 md:grid-cols-2">
        <TextField
          label="Admission in dollars"
          inputMode="decimal"
          disabled={isFree}
          {...form.register('cost')}
          {...errorOf(form, 'cost')}
        />
        <Checkbox label="Admission is free" {...form.register('isFree')} />
      </div>
      <TextArea label="Additional info" rows={3} {...form.register('notes')} {...errorOf(form, 'notes')} />
      <FormError message={refusal} onDismiss={() => setRefusal(null)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" busy={isSubmitting}>
          Save
        </Button>
        <Button variant="plain" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
