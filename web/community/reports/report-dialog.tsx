import { REPORT_REASONS, ReportFields, reportSomething } from '@scoville/contract/community/reports/reports.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { ApiError, call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { Select } from '../../platform/ui/select.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { REASON_LABELS, SUBJECT_LABELS } from './report-labels.ts';
import type { Reportable } from './reportable.ts';

/** Lets the user choose a reason and send the report. */
export function ReportDialog({ what: { kind, id }, onClose }: { what: Reportable; onClose: () => void }) {
  const { productName } = useSettings();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(ReportFields), defaultValues: { words: '' } });
  const sending = useServerForm(form, async (fields) => {
    try {
      await call(reportSomething, { body: { ...fields, subject: { kind, id } } });
      toast('info', 'Thank you. The administrators will look at it.');
    } catch (error) {
      // The subject was hidden or deleted in the meantime. Checked here, because a file shared with other chunks would
      // add bytes to every page.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      showFailure(error, productName);
    }
    onClose();
  });
  return (
    <Dialog title={`Report this ${SUBJECT_LABELS[kind].toLowerCase()}`} busy={sending.isSubmitting} onClose={onClose}>
      <ServerForm
        of={sending}
        label="Report"
        actions={
          <Button variant="plain" size="large" disabled={sending.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <p className="text-pretty text-muted">
          The administrators see it as it is now{kind === 'message' && ', with a few messages around it'}. The owner is
          not told who reported it.
        </p>
        <Select
          label="Reason"
          placeholder="Choose a reason"
          options={REPORT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
          {...sending.field('reason')}
        />
        <TextArea label="In your own words" hint="Not required." maxLength={1000} {...sending.field('words')} />
      </ServerForm>
    </Dialog>
  );
}
