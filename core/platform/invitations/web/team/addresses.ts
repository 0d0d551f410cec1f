/** At most so many people are invited at once. */
export const mostAddresses = 50;

/**
 * The addresses in a text that was typed or pasted: by line, comma, semicolon or space, also as `Name <address>`. Each
 * once, in order.
 */
export const addressesIn = (text: string): readonly string[] => {
  const bare = text.replaceAll(/"[^"\n]*"/g, ' ').replaceAll(/[^,;\n<>]*<([^<>]*)>/g, ' $1 ');
  const words = bare.split(/[\s,;]+/).filter((one) => one !== '');
  return words.filter((one, i) => words.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === i);
};
