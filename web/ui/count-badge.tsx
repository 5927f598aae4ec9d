/** How many, on the corner of a button whose name says it in words; nothing for none. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span
      aria-hidden="true"
      className="tabular absolute top-0.5 right-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-ember px-1 text-[11px] leading-none font-[650] text-ember-ink"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
