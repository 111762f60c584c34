/** What an action failed with, beside its button: a message that goes is no trace. */
export const Failed = ({ text, className = '' }: { text: string | null; className?: string }) =>
  text === null ? null : (
    <p role="alert" className={`font-semibold text-error ${className}`}>
      {text}
    </p>
  );
