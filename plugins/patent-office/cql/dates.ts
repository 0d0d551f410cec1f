/** A day, a month or a year as its first and last day, `YYYYMMDD`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** Years that the service takes in a date without an index (guide, 4.2), and the first that printed a patent. */
const [EARLIEST, LATEST] = [1600, 2999];
const shapes = [
  /^(?<y>\d{4})$/,
  /^(?<y>\d{4})(?<m>\d{2})$/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  /^(?<y>\d{4})-(?<m>\d{2})(?:-(?<d>\d{2}))?$/,
  /^(?:(?<d>\d{2})\/)?(?<m>\d{2})\/(?<y>\d{4})$/,
  /^(?:(?<d>\d{2})\.)?(?<m>\d{2})\.(?<y>\d{4})$/,
];

const two = (value: number): string => String(value).padStart(2, '0');

/** Whether it has one of the shapes of a date, whatever its figures. */
export const looksLikeDate = (text: string): boolean => shapes.some((shape) => shape.test(text));

/** The days of a date in one of the shapes of the service, or nothing when there is no such day. */
export function daysOf(text: string): Days | undefined {
  const groups = shapes.map((shape) => shape.exec(text)?.groups).find((found) => found !== undefined);
  if (groups?.y === undefined) return undefined;
  const year = Number(groups.y);
  if (year < EARLIEST || year > LATEST) return undefined;
  if (groups.m === undefined) return { first: `${groups.y}0101`, last: `${groups.y}1231` };
  const month = Number(groups.m);
  if (month < 1 || month > 12) return undefined;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const start = `${groups.y}${groups.m}`;
  if (groups.d === undefined) return { first: `${start}01`, last: `${start}${two(length)}` };
  return Number(groups.d) >= 1 && Number(groups.d) <= length
    ? { first: `${start}${groups.d}`, last: `${start}${groups.d}` }
    : undefined;
}
