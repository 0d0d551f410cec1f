/** `20240229` or `2024-02-29` as `2024-02-29`; null when it is no day of the calendar. */
export function dateOf(text: string | null | undefined): string | null {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})\s*$/.exec(text ?? '') ?? [];
  if (!year || !month || !day || Number(year) < 1700) return null;
  const days = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return day >= '01' && Number(day) <= days ? `${year}-${month}-${day}` : null;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
