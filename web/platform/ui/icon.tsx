import type { ReactNode, SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement>;

/**
 * One icon of our set: a grid of 24, strokes of 1.9, decoration only (the control around it carries the name).
 *
 * @__NO_SIDE_EFFECTS__
 */
export function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-[22px]', ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
        {...rest}
      >
        {drawing}
      </svg>
    );
  };
}

/** For shapes that are filled instead of stroked. */
export const solid = { fill: 'currentColor', stroke: 'none' } as const;
