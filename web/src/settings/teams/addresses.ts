/** At most so many people are invited at once. */
export const mostAddresses = 50;

/** The addresses in a text that was typed or pasted: by line, comma, semicolon or space, also as `Name <address>`. Each once, in order. */
export const addressesIn = (text: string): readonly string[] => {
  const bare = text.replaceAll(/[^,;\n<>]*<([^<>]*)>/g, ' $1 ');
  const seen = new Map(bare.split(/[\s,;]+/).filter((one) => one !== '').map((one) => [one.toLowerCase(), one]));
  return [...seen.values()];
};
