const longest = 200;

/**
 * A file name that is safe to store, to show and to offer for download: the last part of any path, without control characters,
 * without invisible and direction-changing ones (`exe.fdp` can be made to look like `pdf.exe`), at most 200 characters with its ending kept.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).pop() ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'document';
  const letters = [...clean];
  if (letters.length <= longest) return clean;
  const ending = [...endingOf(clean)];
  return [...letters.slice(0, longest - ending.length), ...ending].join('');
}

/** The ending with its dot in lower case, or nothing where there is none. */
export function endingOf(fileName: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

/** `Content-Disposition` of a download (RFC 6266): a plain name for old readers, the true one in UTF-8 (RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
