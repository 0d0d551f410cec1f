import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { ChartSection } from '../types.ts';
import { cut, muted } from './miniature-parts.ts';
import type { Box } from './miniature-parts.ts';

type Spec = ChartSection['chart'];
type Plot = Box & { readonly height: number };

/** A chart in small: the same marks and colours as the real one, without axes. */
export function plot(spec: Spec, empty: boolean, box: Plot, colours: readonly string[]): SVGTemplateResult {
  const { x, y, width, height } = box;
  const base = svg`<rect x=${x} y=${y + height} width=${width} height="0.8" fill="var(--dossier-border)"/>`;
  if (empty)
    return svg`${base}<text x=${x + width / 2} y=${y + height / 2} text-anchor="middle" font-size="7"
      fill=${muted}>Nothing in the period</text>`;
  if (spec.type === 'doughnut') return ring(spec, box, colours);
  if (spec.type === 'line') return svg`${base}${lines(spec, box, colours)}`;
  return svg`${base}${bars(spec, box, colours)}`;
}

const numbersOf = (spec: Spec): readonly (readonly number[])[] =>
  spec.series.map(({ values }) => values.map((value) => value ?? 0));

function lines(spec: Spec, { x, y, width, height }: Plot, colours: readonly string[]): readonly SVGTemplateResult[] {
  const top = Math.max(1e-9, ...numbersOf(spec).flat());
  const step = width / Math.max(1, spec.labels.length - 1);
  return spec.series.map(({ values }, at) => {
    const points = values.flatMap((value, i) =>
      value === null ? [] : [`${(x + i * step).toFixed(1)},${(y + height - (value / top) * (height - 5)).toFixed(1)}`],
    );
    const colour = colours[at % colours.length] ?? muted;
    // One point alone is no line.
    if (points.length === 1)
      return svg`<circle cx=${points[0]?.split(',')[0] ?? 0} cy=${points[0]?.split(',')[1] ?? 0} r="2"
        fill=${colour}/>`;
    return svg`<polyline points=${points.join(' ')} fill="none" stroke=${colour} stroke-width="1.6"
      stroke-linejoin="round"/>`;
  });
}

function bars(spec: Spec, { x, y, width, height }: Plot, colours: readonly string[]): readonly SVGTemplateResult[] {
  const stacked = spec.type === 'stackedBar';
  const numbers = numbersOf(spec);
  const sums = spec.labels.map((_, i) => numbers.reduce((sum, values) => sum + (values[i] ?? 0), 0));
  const top = Math.max(1e-9, ...(stacked ? sums : numbers.flat()));
  const each = width / Math.max(1, spec.labels.length);
  const thick = Math.min(stacked ? 22 : 22 / numbers.length, (each * 0.72) / (stacked ? 1 : numbers.length));
  return spec.labels.flatMap((_, i) => {
    let below = 0;
    return numbers.map((values, at) => {
      const tall = ((values[i] ?? 0) / top) * height;
      const left = x + i * each + each / 2 - (stacked ? thick / 2 : (thick * numbers.length) / 2 - at * thick);
      const bar = svg`<rect x=${left.toFixed(1)} y=${(y + height - tall - (stacked ? below : 0)).toFixed(1)}
        width=${Math.max(0.5, thick * 0.92).toFixed(1)} height=${tall.toFixed(1)}
        fill=${colours[at % colours.length] ?? muted}/>`;
      below += tall;
      return bar;
    });
  });
}

function ring(spec: Spec, { x, y, width, height }: Plot, colours: readonly string[]): SVGTemplateResult {
  const values = numbersOf(spec)[0] ?? [];
  const sum = Math.max(
    1e-9,
    values.reduce((all, value) => all + value, 0),
  );
  const [radius, cx, cy] = [height / 2 - 7, x + height / 2, y + height / 2];
  const around = 2 * Math.PI * radius;
  let from = 0;
  const arcs = values.map((value, at) => {
    const long = (value / sum) * around;
    const arc = svg`<circle cx=${cx} cy=${cy} r=${radius} fill="none" stroke=${colours[at % colours.length] ?? muted}
      stroke-width="12" stroke-dasharray="${long.toFixed(2)} ${(around - long).toFixed(2)}"
      stroke-dashoffset=${(-from).toFixed(2)} transform="rotate(-90 ${cx} ${cy})"/>`;
    from += long;
    return arc;
  });
  const room = width - height - 18;
  const legend = spec.labels.slice(0, 5).map(
    (label, at) =>
      svg`<rect x=${x + height + 6} y=${y + 6 + at * 12} width="6" height="6"
          fill=${colours[at % colours.length] ?? muted}/><text x=${x + height + 16} y=${y + 12 + at * 12} font-size="7"
          fill=${muted}>${cut(label, room, 7)}</text>`,
  );
  return svg`${arcs}${room > 20 ? legend : ''}`;
}
