import { type DialogHTMLAttributes, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterModal } from './open-modals.ts';

interface Modal extends Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClose'> {
  ref: RefObject<HTMLDialogElement | null>;
}

/**
 * The props of a modal `<dialog>` that is open for as long as it is rendered. The browser keeps the focus inside and
 * returns it afterwards; `onClose` is called when the dialog closes itself, by Escape or otherwise.
 *
 * @param given a ref of the caller for the dialog element
 */
export function useModal(onClose: () => void, given?: RefObject<HTMLDialogElement | null>): Modal {
  const own = useRef<HTMLDialogElement>(null);
  const ref = given ?? own;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.showModal();
    const leave = enterModal(element);
    return () => {
      leave();
      // The browser returns the focus only if the dialog is closed before its removal.
      element.close();
    };
  }, [ref]);
  // Events of a dialog opened from this one bubble here, too.
  const isOwn = ({ target }: SyntheticEvent) => target === ref.current;
  return {
    ref,
    onCancel: (event) => {
      if (!isOwn(event)) return;
      event.preventDefault();
      onClose();
    },
    onClose: (event) => {
      if (isOwn(event) && event.currentTarget.isConnected) onClose();
    },
  };
}
