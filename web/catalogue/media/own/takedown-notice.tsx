import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { CounterNotice, counterTakedown, takedown } from '@scoville/contract/community/reports/takedowns.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../../platform/forms/server-form.tsx';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { call } from '../../../platform/lib/call.ts';
import { showFailure } from '../../../platform/lib/fail.ts';
import { isObsolete } from '../../../platform/lib/conflicts.ts';
import { queryOf, useSettings } from '../../../platform/lib/query.ts';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { toast } from '../../../platform/ui/toasts.ts';

const HEADINGS = {
  removed: 'This media was taken down',
  countered: 'Your counter-notice is being read',
  upheld: 'This media stays taken down',
} as const;

/**
 * The takedown by an administrator: the reason, and the owner's counter-notice. Renders nothing for items that aren't
 * taken down.
 */
export function TakedownNotice({ media: { id } }: { media: Media }) {
  const query = queryOf(takedown, { params: { id } });
  const found = useQuery({ ...query, staleTime: 0 }).data?.takedown;
  if (!found) return null;
  return (
    <section
      aria-labelledby="taken-down"
      className="flex flex-col gap-3 rounded-cover border border-line bg-surface p-5"
    >
      <h2 id="taken-down" className="text-title">
        {HEADINGS[found.state]}
      </h2>
      <p className="max-w-[68ch] text-muted">
        Nobody but you and the administrators sees it, and it cannot be published. Its files are kept.
      </p>
      <p dir="auto" className="max-w-[68ch] wrap-anywhere whitespace-pre-line">
        {found.reason}
      </p>
      {found.counterNotice !== null && (
        <>
          <h3 className="font-[650]">What you said</h3>
          <p dir="auto" className="max-w-[68ch] wrap-anywhere whitespace-pre-line">
            {found.counterNotice}
          </p>
        </>
      )}
      {found.canCounter && <CounterForm id={id} />}
    </section>
  );
}

function CounterForm({ id }: { id: string }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(CounterNotice), defaultValues: { words: '' } });
  const sending = useServerForm(form, async (body) => {
    try {
      await call(counterTakedown, { params: { id }, body });
      toast('success', 'Your counter-notice was sent. You will be told by email what is decided.');
    } catch (error) {
      // The counter-notice was sent from another tab, or the response was lost, or the case was decided: show the
      // current state.
      if (!isObsolete(error)) throw error;
      showFailure(error, productName);
    }
    await client.invalidateQueries({ queryKey: [takedown.path] });
  });
  return (
    <div className="max-w-[560px]">
      <ServerForm of={sending} label="Send counter-notice" variant="outline">
        <TextArea
          label="If this is a mistake, say why"
          hint="An administrator reads it and decides again. You can send it once."
          maxLength={2000}
          {...sending.field('words')}
        />
        <Checkbox
          label="I hold the rights to this, or have the permission of whoever does."
          {...form.register('confirmed')}
          {...errorOf(form, 'confirmed')}
        />
      </ServerForm>
    </div>
  );
}
