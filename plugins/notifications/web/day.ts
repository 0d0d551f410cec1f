/** Under which day something stands in a list: what is older than yesterday stands together. */
export const dayOf = (iso: string, now: Date): string => {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : 'Earlier';
};
