/** Icons of the built-in kinds, and how people find the groups of kinds. */
const icons: Readonly<Record<string, string>> = {
  string: 'pencil',
  'long-text': 'text',
  number: 'figures',
  integer: 'figures',
  money: 'figures',
  date: 'calendar',
  calculated: 'pulse',
  choice: 'down',
  array: 'applications',
  boolean: 'check',
  email: 'mail',
  phone: 'chat',
  address: 'globe',
  file: 'upload',
  group: 'table',
  heading: 'dash',
  note: 'info',
};
export const kindIcon = (kind: string): string => icons[kind] ?? 'plug';

export const groupTitles: Readonly<Record<string, string>> = {
  text: 'Text',
  numbers: 'Numbers and dates',
  choices: 'Choices',
  contact: 'Contact',
  parts: 'Larger parts',
  plugins: 'More',
};
