/** A count on the corner of a button whose accessible name includes the count; renders nothing for 0. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span
      aria-hidden="true"
      className="tabular absolute top-0.5 right-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-ember px-1 text-[11px] leading-none font-[650] text-ember-ink"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
