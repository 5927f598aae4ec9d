import { Fragment } from 'react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { PLAYER_KEYS } from '../keyboard.ts';
import { usePlayerKeys } from '../key-choice.ts';

interface Line {
  text: string;
  /** Alternatives; keys in an inner list are pressed together. */
  keys: readonly (readonly string[])[];
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const nameOf = (key: string): string => NAMES[key] ?? key.toUpperCase();

const GROUPS: readonly { name: string; lines: readonly Line[] }[] = [
  {
    name: 'Player',
    lines: PLAYER_KEYS.map(({ text, keys }) => ({ text, keys: keys.map(({ key }) => [nameOf(key)]) })),
  },
  {
    name: 'On the waveform',
    lines: [
      { text: 'Back or forward 5 seconds', keys: [['←'], ['→']] },
      { text: 'In larger steps', keys: [['Page Down'], ['Page Up']] },
      { text: 'To the start or the end', keys: [['Home'], ['End']] },
    ],
  },
  {
    name: 'Everywhere',
    lines: [
      { text: 'Find anything', keys: [['/'], ['Ctrl', 'K']] },
      { text: 'This list', keys: [['?']] },
      { text: 'Close what is open', keys: [['Esc']] },
    ],
  },
  {
    name: 'In lists and menus',
    lines: [
      { text: 'Move within a menu or suggestions', keys: [['↑'], ['↓']] },
      { text: 'Move along a row of cards', keys: [['←'], ['→']] },
      { text: 'Pick up or drop a row (on its handle)', keys: [['Space']] },
      { text: 'Move the row that was picked up', keys: [['↑'], ['↓']] },
    ],
  },
];

/** All keyboard shortcuts of the player and of the product. */
export default function KeyMap({ onClose }: { onClose: () => void }) {
  const isOn = usePlayerKeys();
  return (
    // The dialog is opened from the page's header. Without the section its heading would be a second banner.
    <section>
      <Dialog title="Keyboard shortcuts" width="wide" onClose={onClose}>
        {!isOn && (
          <p role="status" className="mb-5 rounded-control bg-raised px-4 py-3">
            Single-key shortcuts are off on this device. Switch on “Player keys” in the menu to use them.
          </p>
        )}
        <div className="gap-10 md:columns-2">
          {GROUPS.map(({ name, lines }) => (
            <section key={name} className="mb-6 break-inside-avoid">
              <h3 className="mb-1.5 font-[650]">{name}</h3>
              <dl>
                {lines.map(({ text, keys }) => (
                  <div key={text} className="flex items-center justify-between gap-4 border-t border-line py-1.5">
                    <dt>{text}</dt>
                    <dd className="flex flex-none items-center gap-1.5">
                      {keys.map((together, place) => (
                        <Fragment key={together.join()}>
                          {place > 0 && <span className="text-caption text-muted">or</span>}
                          {together.map((key) => (
                            <kbd
                              key={key}
                              className="min-w-8 rounded-[7px] border border-line bg-raised px-2 py-0.5 text-center font-[inherit] text-caption font-[600]"
                            >
                              {key}
                            </kbd>
                          ))}
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="mt-2 text-caption text-muted">Single-key shortcuts are ignored while you type.</p>
      </Dialog>
    </section>
  );
}
