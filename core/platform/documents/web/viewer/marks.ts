const names = ['dossier-found', 'dossier-found-here'] as const;

/** The highlight of the page by a name; several viewers share it, each with ranges of its own. */
const highlight = (name: (typeof names)[number]): Highlight => {
  const known = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, known);
  return known;
};

/** Marks what was found, without touching the words themselves. */
export const marks = (): {
  show(others: readonly AbstractRange[], here: readonly AbstractRange[]): void;
  clear(): void;
} => {
  let shown: readonly (readonly AbstractRange[])[] = [];
  const clear = (): void => {
    names.forEach((name, index) => {
      for (const range of shown[index] ?? []) highlight(name).delete(range);
    });
    shown = [];
  };
  return {
    clear,
    show(...ranges) {
      clear();
      shown = ranges;
      names.forEach((name, index) => {
        for (const range of ranges[index] ?? []) highlight(name).add(range);
      });
    },
  };
};
