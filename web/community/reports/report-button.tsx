import { Button } from '../../platform/ui/button.tsx';
import type { Reportable } from './reportable.ts';
import { Reporting } from './report-control.tsx';

/** Reports something to the administrators. @param label for places where "Report" alone would not be clear */
export function ReportButton({ what, label = 'Report' }: { what: Reportable; label?: string }) {
  return (
    <Reporting what={what}>
      {(open) => (
        <Button variant="plain" size="small" className="text-muted" onClick={open}>
          {label}
        </Button>
      )}
    </Reporting>
  );
}
