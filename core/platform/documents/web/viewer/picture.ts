import { CannotDraw, turned } from './paper.ts';
import type { Paper, PaperPage } from './paper.ts';

/** A picture as a file of one page. Throws `CannotDraw` for bytes that are no picture. */
export const openPicture = async (bytes: Blob, signal: AbortSignal): Promise<Paper> => {
  const address = URL.createObjectURL(bytes);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    signal.throwIfAborted();
  } catch (error) {
    URL.revokeObjectURL(address);
    signal.throwIfAborted();
    throw new CannotDraw('broken', error);
  }
  // A drawing without measures of its own has none here either.
  const size = { width: image.naturalWidth || 600, height: image.naturalHeight || 600 };
  const page: PaperPage = {
    size,
    words: null,
    async draw(canvas, { scale, turn, part }) {
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas to draw on.');
      const whole = turned(size, turn);
      context.imageSmoothingQuality = 'high';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.translate(-part.x, -part.y);
      context.scale(scale, scale);
      context.translate(whole.width / 2, whole.height / 2);
      context.rotate((turn * Math.PI) / 180);
      context.drawImage(image, -size.width / 2, -size.height / 2, size.width, size.height);
      return 'whole';
    },
    release: () => {},
  };
  return { count: 1, usual: size, page: async () => page, close: () => URL.revokeObjectURL(address) };
};
