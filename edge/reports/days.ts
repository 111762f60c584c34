// Calendar days as YYYY-MM-DD: counted in UTC, where every day has 24 hours.

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Every day from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whole months inside a span of days, and the days before and after them. What is empty ends before it begins. */
export type Split = {
  firstMonth: string;
  lastMonth: string;
  headTo: string;
  tailFrom: string;
};

export function splitByMonths(from: string, to: string): Split {
  const firstMonth = monthOf(from.endsWith('-01') ? from : addDays(`${monthOf(from)}-01`, 31));
  const lastMonth = monthOf(addDays(`${monthOf(addDays(to, 1))}-01`, -1));
  if (firstMonth > lastMonth) return { firstMonth, lastMonth, headTo: to, tailFrom: addDays(to, 1) };
  return {
    firstMonth,
    lastMonth,
    headTo: addDays(`${firstMonth}-01`, -1),
    tailFrom: `${monthOf(addDays(`${lastMonth}-01`, 31))}-01`,
  };
}

const monthOf = (date: string): string => date.slice(0, 7);
