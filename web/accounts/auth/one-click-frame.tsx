import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface OneClickFrameProps {
  title: string;
  lead: string;
  /** The label of the button. */
  label: string;
  mutation: { isPending: boolean; error: Error | null; mutate: () => void };
}

/** Performs the action of a mailed link after a click, because programs that scan mail open links, too. */
export function OneClickFrame({ title, lead, label, mutation }: OneClickFrameProps) {
  const { productName } = useSettings();
  return (
    <AuthFrame title={title} lead={lead}>
      <div role="alert" className="text-error empty:hidden">
        {mutation.error && errorText(mutation.error, productName)}
      </div>
      <Button variant="main" size="large" busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {label}
      </Button>
    </AuthFrame>
  );
}
