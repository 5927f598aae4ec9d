import { DecisionFields, type ReportCase, reportCases, reportCase } from '@scoville/contract/reports.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ServerForm, useServerForm } from '../forms/server-form.tsx';
import { DECISION_LABELS } from '../reports/report-labels.ts';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast } from '../ui/toasts.tsx';
import { decideCase } from './administration.calls.ts';
import { LengthField } from './length-field.tsx';

/** What an administrator decides about a case, and why. */
export function DecisionForm({ of: { id, can, subject }, onDecided }: { of: ReportCase; onDecided: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(DecisionFields),
    defaultValues: { reason: '', days: 7 as number | null },
  });
  const decision = useWatch({ control: form.control, name: 'decision' });
  const deciding = useServerForm(form, async ({ days, ...fields }) => {
    await decideCase(id, fields.decision === 'suspend' ? { ...fields, days: days ?? null } : fields);
    toast('success', 'Decided. Those concerned will be notified by email.');
    await Promise.all([reportCases, reportCase].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    onDecided();
  });
  return (
    <ServerForm
      of={deciding}
      label="Decide"
      variant={decision === 'remove' || decision === 'suspend' ? 'danger' : 'main'}
    >
      <ChoiceCards
        legend="Decision"
        choices={can.map((value) => ({ value, ...DECISION_LABELS[value] }))}
        {...deciding.field('decision')}
      />
      {decision === 'suspend' && <LengthField form={form} />}
      <TextArea
        label="Reason"
        hint={
          subject.kind === 'message'
            ? 'Sent to the people who reported it and, unless dismissed, to the author. Do not name who reported it or quote the message.'
            : 'Sent to the people who reported it and to its owner. Do not name who reported it.'
        }
        maxLength={500}
        {...deciding.field('reason')}
      />
    </ServerForm>
  );
}
