// Sizes and times in the words of the checks.
const MINUTE = 60_000;

/** As `1,5 GB`. */
export function formatBytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${(value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value).toString()).replace('.', ',')} ${units[unit] ?? ''}`;
}

/** A length of time (milliseconds), as `3 horas`. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE);
  if (minutes < 1) return 'menos de um minuto';
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} horas`;
  return `${Math.floor(hours / 24)} dias`;
}
