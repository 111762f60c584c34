// The shop's mark: a small cup of açaí, for where there is no logo.
export function Mark({ className }: { className?: string }) {
  return <img src="/placeholder.svg" alt="" width={40} height={40} className={className} />;
}
