// The shop's mark: a small cup of açaí, for where there is no logo.
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden>
      <path d="M10 17h28l-3.6 23.2A5 5 0 0 1 29.5 44h-11a5 5 0 0 1-4.9-3.8z" fill="#5a1a6e" />
      <path d="M12.4 31.5h23.2l-1.2 8.7a5 5 0 0 1-4.9 3.8h-11a5 5 0 0 1-4.9-3.8z" fill="#7d2f96" />
      <path
        d="M8 18.5C8 10.500 15 4.500 24 4.500s16 6 16 14c0 1.700-2 2.300-3.400 1.200-1.700-1.300-3.300-1.300-5 0s-3.500 1.300-5.200 0-3.300-1.300-5 0-3.500 1.300-5.200 0-3.300-1.300-4.800 0C10 20.800 8 20.200 8 18.500z"
        fill="#f3c6e9"
      />
      <circle cx="19" cy="11.500" r="2.600" fill="#d7263d" />
      <circle cx="27.500" cy="9.500" r="2.600" fill="#2b6a30" />
      <circle cx="31.500" cy="14.500" r="2.200" fill="#ffd65c" />
      <path d="M12 23h24" stroke="#fff8ec" strokeOpacity=".35" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
