import { GlobalFonts, createCanvas, loadImage } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import type { Plugin } from 'chart.js';
import { ChartJSNodeCanvas } from 'chartjs-node-canvas';
import type { ChartJSNodeCanvasOptions } from 'chartjs-node-canvas';
import type { ChartSpec } from '../../computed.ts';
import { chartConfiguration } from '../../web/chart.ts';
import { opaquePng } from './png.ts';
import { colour } from './theme.ts';
import { fonts } from './typesetter.ts';

/** A picture for the page, and the size that it has there in points. */
export interface Picture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  chart(spec: ChartSpec, o: { width: number; height: number; accent: string; language: string; legend: boolean }): Picture;
  /** As large as fits; null when it is damaged or far too large to be a logo: a report without a logo is better than none. */
  logo(bytes: Uint8Array, most: { width: number; height: number }): Promise<Picture | null>;
}

/** Pixels for one point: 216 dots to the inch, where print shows no steps. */
const density = 3;
const family = 'Report';
const logoPixels = 40_000_000;

export function pictures(): Pictures {
  GlobalFonts.registerFromPath(fonts.regular, family);
  return {
    chart(spec, { width, height, accent, language, legend }) {
      let drawn: Picture | null = null;
      // The pixels are taken as they are: encoding them with their needless alpha channel, and pdfkit splitting it off again, takes ten times as long as the chart.
      const take: Plugin = { id: 'take', afterRender: ({ canvas }) => { if (isCanvas(canvas)) drawn = picture(canvas, width, height); } };
      const options: ChartJSNodeCanvasOptions = { width: Math.round(width), height: Math.round(height), backgroundColour: colour.paper };
      const configuration = chartConfiguration(spec, { accent, ink: colour.ink, muted: colour.muted, rule: colour.rule, surface: colour.paper, family, language, size: 8, legend, density });
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
        context.fillStyle = colour.paper;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return picture(canvas, width, height);
      } catch {
        return null;
      }
    },
  };
}

const picture = (canvas: Canvas, width: number, height: number): Picture => ({ png: opaquePng(canvas.data(), canvas.width, canvas.height), width, height });

const isCanvas = (canvas: unknown): canvas is Canvas => typeof canvas === 'object' && canvas !== null && 'data' in canvas && typeof canvas.data === 'function';
