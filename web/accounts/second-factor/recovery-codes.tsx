import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';

/** New recovery codes, which are shown only this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`;
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      actions={
        <>
          <a href={file} download="recovery-codes.txt" className={buttonClass()}>
            Save as a file
          </a>
          <Button variant="main" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p>
          Each of them lets you in once when your app or passkey is not at hand. Keep them where nobody else looks: they
          are not shown again.
        </p>
        <ul aria-label="Recovery codes" className="tabular grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
