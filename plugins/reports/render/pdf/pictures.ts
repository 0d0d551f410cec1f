import { basename } from 'node:path';
import { GlobalFonts, createCanvas, loadImage } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import type { Plugin } from 'chart.js';
import { ChartJSNodeCanvas } from 'chartjs-node-canvas';
import type { ChartJSNodeCanvasOptions } from 'chartjs-node-canvas';
import type { ChartSpec } from '../../computed.ts';
import { chartConfiguration } from '../../web/chart.ts';
import { opaquePng } from './png.ts';
import type { Part } from './font-pieces.ts';
import { colour } from './theme.ts';
import { fonts } from './typesetter.ts';

/** A picture for the page, and the size that it has there in points. */
export interface Picture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  chart(
    spec: ChartSpec,
    o: { width: number; height: number; accent: string; language: string; legend: boolean; parts?: readonly Part[] },
  ): Picture;
  /**
   * As large as fits, with the colour of the plate on which it is drawn: white, or the accent for a logo so light that
   * white would swallow it. Null when it is damaged or far too large to be a logo: a report without a logo is better
   * than none.
   */
  logo(
    bytes: Uint8Array,
    most: { width: number; height: number; accent: string },
  ): Promise<(Picture & { readonly plate: string }) | null>;
}

/** Pixels for one point: 216 dots to the inch, where print shows no steps. */
const density = 3;
const family = 'Report';
/** The name of a file may hold what a list of families is parted by. */
const familyOf = (name: string): string => `Report ${basename(name).replace(/\W+/g, ' ')}`;
const logoPixels = 40_000_000;

export function pictures(): Pictures {
  GlobalFonts.registerFromPath(fonts.regular, family);
  return {
    chart(spec, { width, height, accent, language, legend, parts = [] }) {
      for (const { name, bytes } of parts)
        if (!GlobalFonts.has(familyOf(name))) GlobalFonts.register(bytes, familyOf(name));
      let drawn: Picture | null = null;
      // The pixels are taken as they are: encoding them with their needless alpha channel, and pdfkit splitting it off
      // again, takes ten times as long as the chart.
      const take: Plugin = {
        id: 'take',
        afterRender({ canvas }) {
          if (!isCanvas(canvas)) return;
          drawn = picture(canvas, width, height);
          // Megabytes that would stay until the garbage is collected, and be encoded as the picture that nobody asked
          // for.
          canvas.width = canvas.height = 1;
        },
      };
      const options: ChartJSNodeCanvasOptions = {
        width: Math.round(width),
        height: Math.round(height),
        backgroundColour: colour.paper,
      };
      const configuration = chartConfiguration(spec, {
        accent,
        ink: colour.ink,
        muted: colour.muted,
        rule: colour.rule,
        surface: colour.paper,
        family: [family, ...parts.map(({ name }) => `"${familyOf(name)}"`)].join(', '),
        language,
        size: 8,
        legend,
        density,
      });
      new ChartJSNodeCanvas(options).renderToBufferSync({ ...configuration, plugins: [take] }, 'image/jpeg');
      if (!drawn) throw new Error('The report has a chart that could not be drawn.');
      return drawn;
    },
    async logo(bytes, most) {
      try {
        const image = await loadImage(bytes);
        if (image.width * image.height === 0 || image.width * image.height > logoPixels) return null;
        const scale = Math.min(most.width / image.width, most.height / image.height);
        const [width, height] = [image.width * scale, image.height * scale];
        const canvas = createCanvas(Math.ceil(width * density), Math.ceil(height * density));
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        const plate = isSeenOnWhite(canvas.data()) ? colour.paper : most.accent;
        context.globalCompositeOperation = 'destination-over';
        context.fillStyle = plate;
        context.fillRect(0, 0, canvas.width, canvas.height);
        return { ...picture(canvas, width, height), plate };
      } catch {
        return null;
      }
    },
  };
}

/**
 * Whether one in twenty of the points that are wholly drawn is darker than the lightest grey. Four bytes to a point:
 * red, green, blue, and how much it covers.
 */
function isSeenOnWhite(points: Uint8Array): boolean {
  let [drawn, dark] = [0, 0];
  for (let at = 0; at < points.length; at += 4) {
    if ((points[at + 3] ?? 0) < 250) continue;
    drawn++;
    if (0.2126 * (points[at] ?? 0) + 0.7152 * (points[at + 1] ?? 0) + 0.0722 * (points[at + 2] ?? 0) < 216) dark++;
  }
  return dark * 20 >= drawn;
}

const picture = (canvas: Canvas, width: number, height: number): Picture => ({
  png: opaquePng(canvas.data(), canvas.width, canvas.height),
  width,
  height,
});

const isCanvas = (canvas: unknown): canvas is Canvas =>
  typeof canvas === 'object' && canvas !== null && 'data' in canvas && typeof canvas.data === 'function';
