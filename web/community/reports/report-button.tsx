import { Button } from '../../platform/ui/button.tsx';
import type { Reportable } from './reportable.ts';
import { ReportControl } from './report-control.tsx';

/** Reports something to the administrators. @param label for places where "Report" alone would not be clear */
export function ReportButton({ what, label = 'Report' }: { what: Reportable; label?: string }) {
  return (
    <ReportControl what={what}>
      {(open) => (
        <Button variant="plain" size="small" className="text-muted" onClick={open}>
          {label}
        </Button>
      )}
    </ReportControl>
  );
}
