import {
  DecisionFields,
  type ReportCase,
  reportCases,
  reportCase,
} from '@scoville/contract/community/reports/reports.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { showFailure } from '../../platform/lib/fail.ts';
import { isObsolete } from '../../platform/lib/conflicts.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { DECISION_LABELS } from '../../community/reports/report-labels.ts';
import { ChoiceCards } from '../../platform/ui/choice-cards.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { decideCase, reportCaseQuery } from './administration.calls.ts';
import { LengthField } from './length-field.tsx';

interface DecisionFormProps {
  of: ReportCase;
  /** Called with true when the decision is sent, and with false when its answer arrives. */
  onBusy: (busy: boolean) => void;
  onDecided: () => void;
}

/** The form for an administrator's decision about a case, and its reason. */
export function DecisionForm({ of: { id, can, subject, changedOn }, onBusy, onDecided }: DecisionFormProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(DecisionFields),
    defaultValues: { reason: '', days: 7 as number | null },
  });
  const decision = useWatch({ control: form.control, name: 'decision' });
  const readAgain = () =>
    Promise.all([reportCases, reportCase].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
  /**
   * Handles a refused decision: rethrows the error for this form, unless another administrator decided first, in which
   * case the dialog shows that decision.
   */
  const refused = async (error: unknown) => {
    if (!isObsolete(error)) throw error;
    await readAgain();
    const now = client.getQueryData(reportCaseQuery(id).queryKey)?.case;
    if (now?.changedOn === changedOn) throw error;
    showFailure(error, productName);
    // The available decisions have changed; the typed reason is kept, because it may fit the next decision, too.
    form.resetField('decision');
  };
  const decide = async ({ days, ...fields }: DecisionFields) => {
    await decideCase(id, fields.decision === 'suspend' ? { ...fields, days: days ?? null } : fields);
    toast('success', 'Decided. Those concerned will be notified by email.');
    await readAgain();
    onDecided();
  };
  const deciding = useServerForm(form, async (fields) => {
    onBusy(true);
    await decide(fields)
      .catch(refused)
      .finally(() => onBusy(false));
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
