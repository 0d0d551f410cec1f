import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Native from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Publication } from '../collection/types.ts';
import type { Page } from '../documents/layout.ts';

/** A4 at 200 dots to the inch. */
const size = { width: 1654, height: 2339 };
const family = 'Patent simulator';
const margin = 150;

/** Loaded when something is drawn: it is native and takes 30 MB, which no installation pays that draws nothing. */
let native: typeof Native | undefined;
const loaded = (): typeof Native => (native ??= createRequire(import.meta.url)('@napi-rs/canvas'));

function blank(width: number, height: number): { readonly canvas: Canvas; readonly pen: SKRSContext2D } {
  const { GlobalFonts, createCanvas } = loaded();
  if (!GlobalFonts.has(family))
    GlobalFonts.registerFromPath(
      fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
      family,
    );
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = pen.strokeStyle = '#000';
  pen.lineWidth = 3;
  return { canvas, pen };
}

/** A page of the document: its number above, then text, or a drawing. */
export function drawPage(publication: Publication, page: Page, n: number): Canvas {
  const { canvas, pen } = blank(size.width, size.height);
  const { country, number, kind } = publication;
  pen.font = `30px "${family}"`;
  pen.fillText(`${country} ${number} ${kind}`, margin, 110);
  pen.fillText(String(n), size.width - margin - 40, 110);
  pen.beginPath();
  pen.moveTo(margin, 130);
  pen.lineTo(size.width - margin, 130);
  pen.stroke();
  if (page.figure) {
    drawFigure(pen, `${number}/${page.figure.number}`, {
      x: margin,
      y: 300,
      width: size.width - 2 * margin,
      height: 1500,
    });
    pen.fillText(`Fig. ${page.figure.number}`, size.width / 2 - 40, 2000);
  }
  pen.font = `29px "${family}"`;
  for (const [i, line] of page.lines.entries()) drawLine(pen, line, margin, 210 + i * 48);
  return canvas;
}

/** What the service cuts out of a first page: a drawing. */
export function drawClipping(publication: Publication): Canvas {
  const { canvas, pen } = blank(640, 480);
  drawFigure(pen, `${publication.number}/1`, { x: 40, y: 30, width: 560, height: 420 });
  return canvas;
}

/** Of scripts that the font lacks there is a bar for each character. */
function drawLine(pen: SKRSContext2D, line: string, x: number, y: number): void {
  if (!/[^\u0000-\u024f\u2000-\u206f]/.test(line)) return pen.fillText(line, x, y);
  for (const [i] of [...line].slice(0, 44).entries()) pen.strokeRect(x + i * 30, y - 22, 20, 20);
}

/** Boxes, wheels and numbered lead lines: another drawing for each seed, the same each time. */
function drawFigure(
  pen: SKRSContext2D,
  seed: string,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  let state = [...seed].reduce((sum, character) => (sum * 33 + character.charCodeAt(0)) % 2_147_483_647, 5381);
  const any = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * most;
  };
  pen.strokeRect(x, y, width, height);
  for (let part = 1; part <= 7; part += 1) {
    const radius = height * (0.05 + any(0.12));
    const at = { x: x + radius + any(width - 2 * radius), y: y + radius + any(height - 2 * radius) };
    pen.beginPath();
    if (part % 2 === 0) pen.arc(at.x, at.y, radius, 0, Math.PI * 2);
    else pen.roundRect(at.x - radius, at.y - radius * 0.6, radius * 2, radius * 1.2, radius * 0.3);
    pen.moveTo(at.x, at.y);
    pen.lineTo(at.x + radius * 1.3, at.y - radius * 1.1);
    pen.stroke();
    pen.fillText(String(part * 2), at.x + radius * 1.35, at.y - radius * 1.1);
  }
}
