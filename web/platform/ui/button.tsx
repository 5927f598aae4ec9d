import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { keepFocus } from './keep-focus.ts';

export type ButtonVariant = 'main' | 'outline' | 'plain' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  main: 'bg-ember text-ember-ink font-[650] hover:brightness-110',
  outline: 'border border-line font-[550] hover:bg-raised',
  plain: 'font-[550] hover:bg-raised',
  danger: 'border border-error text-error font-[600] hover:bg-raised',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'h-10 px-3 text-caption',
  normal: 'h-[42px] px-[18px]',
  large: 'h-12 px-6 text-[16px]',
};

/** Classes that make a link look like a button: `<Link className={buttonClass('main')}>`. */
export const buttonClass = (variant: ButtonVariant = 'outline', size: ButtonSize = 'normal', more?: string): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-control whitespace-nowrap select-none transition-[background-color,filter,opacity] disabled:opacity-50 aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
    more,
  );

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` is the one main action of a screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The button's action is running: the button is disabled and announces that it is busy. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, busy = false, type = 'button', className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      {...rest}
    />
  );
}
