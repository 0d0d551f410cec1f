/** Draws one picture small and ends. Started by logo.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Canvas, Image } from '@napi-rs/canvas';

/** Pixels: more than three to each point of a report on paper, which is where logos are largest. */
const mostShown = { width: 640, height: 240 };
/** Bytes: a letter holds it as text, which takes a third more. */
const heaviest = 50_000;

/** As large as fits into a share of the largest, and never larger than it came. */
function drawn(image: Image, share: number): Canvas {
  const scale = Math.min(1, (mostShown.width * share) / image.width, (mostShown.height * share) / image.height);
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  const canvas = createCanvas(side(image.width), side(image.height));
  const context = canvas.getContext('2d');
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Every fourth byte says how much a point covers. */
const isOpaque = (canvas: Canvas): boolean => canvas.data().every((value, at) => at % 4 !== 3 || value === 255);

async function small(bytes: Uint8Array): Promise<void> {
  const image = await loadImage(bytes);
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const canvas = drawn(image, share);
    const { width, height } = canvas;
    const png = await canvas.encode('png');
    const isLast = share === 0.25;
    const jpeg = png.length > heaviest && isOpaque(canvas) ? await canvas.encode('jpeg', 88) : null;
    const isJpeg = jpeg !== null && jpeg.length < png.length;
    const best = isJpeg ? { contentType: 'image/jpeg', bytes: jpeg } : { contentType: 'image/png', bytes: png };
    if (best.bytes.length <= heaviest || isLast) return parentPort?.postMessage({ ...best, width, height });
  }
}

await small(workerData);
