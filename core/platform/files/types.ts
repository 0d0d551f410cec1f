import type { FileType } from './contract.ts';

interface Known {
  /** As people call it. */
  readonly name: string;
  /**
   * The endings that browsers know it by, theirs first: Chromium and Firefox save a JPEG as `.jfif` where Windows says
   * so. The type that a browser declares (`image/pjpeg`,
   * `image/x-png`, `application/x-pdf`) is not asked, so that its other names need no list.
   */
  readonly endings: readonly string[];
  /** The types by which the library knows it. */
  readonly found: readonly string[];
  /** The bytes it begins with. A library that skips what stands before them would see what no browser sees. */
  readonly begins?: readonly number[];
}

/** Every type that is kept anywhere. */
export const known: Readonly<Record<FileType, Known>> = {
  'application/pdf': { name: 'PDF', endings: ['.pdf'], found: ['application/pdf'] },
  'image/png': {
    name: 'PNG picture',
    endings: ['.png', '.apng'],
    found: ['image/png', 'image/apng'],
    begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  'image/jpeg': {
    name: 'JPEG picture',
    endings: ['.jpg', '.jpeg', '.jpe', '.jfif', '.jif', '.jfi', '.pjpeg', '.pjp'],
    found: ['image/jpeg'],
    begins: [0xff, 0xd8, 0xff],
  },
  'image/webp': { name: 'WebP picture', endings: ['.webp'], found: ['image/webp'], begins: [0x52, 0x49, 0x46, 0x46] },
  'text/plain': { name: 'text', endings: ['.txt', '.text', '.log', '.asc'], found: [] },
};

/** What people send in addition to them, by the start of its type: what it is, and what to send instead. */
const others: readonly (readonly [prefix: string, words: string])[] = [
  ['image/hei', 'is a picture as iPhones take it (HEIC). Save or share it as JPEG, and send that.'],
  ['image/', 'is a picture of a kind that is not taken. Save it as PNG or JPEG, and send that.'],
  ['video/', 'is a film, which is not taken. Send what matters in it as pictures.'],
  ['audio/', 'is a recording, which is not taken. Write down what matters in it, and send that.'],
  ['application/vnd.openxmlformats', 'is a file of an office program. Save it as PDF there, and send the PDF.'],
  ['application/vnd.oasis', 'is a file of an office program. Save it as PDF there, and send the PDF.'],
  ['application/x-cfb', 'is a file of an office program. Save it as PDF there, and send the PDF.'],
  ['application/rtf', 'is a file of an office program. Save it as PDF there, and send the PDF.'],
  ['application/zip', 'is an archive. Unpack it, and send the files in it one by one.'],
  ['application/gzip', 'is an archive. Unpack it, and send the files in it one by one.'],
  ['application/x-7z', 'is an archive. Unpack it, and send the files in it one by one.'],
  ['application/x-rar', 'is an archive. Unpack it, and send the files in it one by one.'],
  ['application/x-tar', 'is an archive. Unpack it, and send the files in it one by one.'],
  ['application/x-msdownload', 'is a program, and programs are not taken.'],
  ['application/x-elf', 'is a program, and programs are not taken.'],
];

export const wordsFor = (mime: string): string | undefined => others.find(([prefix]) => mime.startsWith(prefix))?.[1];
