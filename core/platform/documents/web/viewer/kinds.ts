/** How a file is shown, by its type; null where it can only be downloaded. */
export const kindOf = (contentType: string): 'pdf' | 'picture' | 'text' | null => {
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  if (type.trim() === 'application/pdf') return 'pdf';
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(type.trim())) return 'picture';
  return /^text\/(plain|csv)$/.test(type.trim()) ? 'text' : null;
};
