/** The product's logo: a pepper with its stem. Decorative, because the name is shown beside it. */
export function Logo({ className = 'size-7 flex-none' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        className="fill-ember"
        d="M21 8.800C24.800 9.200 27 11.600 27 15.400 27 23 21.400 29 14.400 29 9.500 29 6 25.700 6 20.700 6 15 10.300 10.400 16.200 9.300 18 9 19.600 8.700 21 8.800z"
      />
      <path
        className="fill-none stroke-herb"
        strokeWidth="3"
        strokeLinecap="round"
        d="M17.600 10.200c2.300-1.300 5-1 7.200.8M21.600 9c.2-2-.1-3.700-1.100-5.200"
      />
    </svg>
  );
}
