const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Words of a text without case and accents; each ideograph is one. Masks (`*`, `?`, `#`) stay in their word. */
export const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(ideographs, ' $& ')
    .match(/[\p{L}\p{N}*?#]+/gu) ?? [];

/** `*` is any characters, `?` one or none, `#` exactly one. */
export function maskOf(word: string): (text: string) => boolean {
  if (!/[*?#]/.test(word)) return (text) => text === word;
  const pattern = word
    .replace(/[.+^${}()|[\]\\/-]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.?')
    .replaceAll('#', '.');
  const whole = new RegExp(`^${pattern}$`);
  return (text) => whole.test(text);
}
