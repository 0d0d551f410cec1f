import { Worker } from 'node:worker_threads';
import { invalid, Problem } from '@dossier/sdk';
import type { SmallPicture } from './contract.ts';
import { pictureOf } from './picture-kind.ts';

/** Milliseconds and megabytes that one picture takes at most; the largest takes a fraction of both. */
const limits = { time: 20_000, memory: 64 };
/** One at a time: a picture of 4,096 pixels each way takes 64 MB while it is drawn. */
let before: Promise<unknown> = Promise.resolve();

/** As `Files.logo`. */
export async function readLogo(
  bytes: Buffer,
  o: { readonly pointer: string; readonly pixels: number },
): Promise<SmallPicture> {
  const { pointer, pixels } = o;
  const picture = pictureOf(bytes);
  if (!picture) throw unsupported(pointer, wrongWith(bytes));
  const { width, height } = picture;
  if (![width, height].every((side) => side >= 1 && side <= pixels)) {
    const detail = `This picture has ${width} × ${height} pixels. A logo has at most ${pixels} each way.`;
    throw invalid([{ pointer, code: 'bad-size', detail }]);
  }
  const drawn = before.then(() => drawSmall(bytes));
  before = drawn;
  return (await drawn) ?? fail(pointer);
}

const fail = (pointer: string): never => {
  throw unsupported(pointer, 'This picture is damaged: it cannot be drawn.');
};

/**
 * In a thread of its own, which decodes what came from outside and ends with it: requests go on meanwhile. Null when it
 * cannot be drawn.
 */
async function drawSmall(bytes: Buffer): Promise<SmallPicture | null> {
  const worker = new Worker(new URL('./logo-worker.ts', import.meta.url), {
    workerData: bytes,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  });
  const { promise, resolve } = Promise.withResolvers<SmallPicture | null>();
  const deadline = setTimeout(() => resolve(null), limits.time);
  worker.on('message', (drawn: Omit<SmallPicture, 'bytes'> & { readonly bytes: Uint8Array }) => {
    resolve({ ...drawn, bytes: Buffer.from(drawn.bytes) });
  });
  worker.on('error', () => resolve(null));
  worker.on('exit', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}

/** In words for who sent it. */
function wrongWith(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 1_024);
  if (/^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml)/i.test(start)) return 'This is a drawing (SVG), which can hold programs.';
  if (/^(?:\xef\xbb\xbf)?\s*</.test(start)) return 'This is a web page, not a picture.';
  if (start.includes('%PDF-')) return 'This is a PDF, not a picture.';
  if (start.startsWith('GIF8')) return 'This is a GIF.';
  if (/^(?:\x89PNG|\xff\xd8\xff|RIFF)/.test(start)) return 'This picture is cut off, or something is behind its end.';
  return 'This is no picture of a kind that is known here.';
}

function unsupported(pointer: string, what: string): Problem {
  const detail = `${what} Send the logo as a whole PNG, JPEG or WebP picture; SVG is not taken, because it can hold programs.`;
  const code = 'unsupported-type';
  return new Problem(415, code, 'Type of file not accepted', { detail, errors: [{ pointer, code, detail }] });
}
