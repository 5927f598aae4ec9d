import { IconButton } from '../../platform/ui/icon-button.tsx';
import { icon } from '../../platform/ui/icon.tsx';
import { toggleCaptions, useCaptionsShown } from './captions-choice.ts';
import { useTimedText } from './timed-text.calls.ts';

const CaptionsIcon = icon(<path d="M3 5.500h18v13H3zM10.500 10.500a2 2 0 1 0 0 3M17 10.500a2 2 0 1 0 0 3" />);

/** The button that shows or hides a video's captions. Renders nothing if the video has none. */
export function CaptionsButton({ id }: { id: string }) {
  const isShown = useCaptionsShown();
  const { data } = useTimedText(id);
  if (!data?.lines?.length) return null;
  return (
    <IconButton label="Captions" aria-pressed={isShown} onClick={toggleCaptions}>
      <CaptionsIcon className={isShown ? 'size-[22px] text-ember' : 'size-[22px]'} />
    </IconButton>
  );
}
