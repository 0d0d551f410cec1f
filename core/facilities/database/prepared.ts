/** How many statements are kept prepared on each connection; the platform's own are far fewer. */
const MOST = 500;
/** Texts that are watched for a second appearance; beyond these the oldest are forgotten. */
const WATCHED = 2_000;

/**
 * Names for statements that come again, so that PostgreSQL parses and plans them once per connection. A statement seen
 * once stays unnamed: texts with many parameters (lists of ids) hardly repeat.
 */
export interface PreparedNames {
  nameOf(text: string): string | undefined;
  /** After a table has changed under running connections: every statement gets a new name. */
  renew(): void;
}

export function preparedNames(): PreparedNames {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let generation = 0;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (!seen.delete(text)) {
        if (seen.size >= WATCHED) seen.delete(seen.values().next().value!);
        seen.add(text);
        return undefined;
      }
      if (names.size >= MOST) return undefined;
      const name = `d${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew() {
      names.clear();
      generation++;
    },
  };
}
