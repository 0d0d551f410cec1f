import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { Definition, ShownReport, ShownSection } from '../types.ts';
import { plot } from './miniature-chart.ts';
import { cut, muted, place, placeholder } from './miniature-parts.ts';
import type { Box } from './miniature-parts.ts';

const [width, height, margin, gap] = [320, 212, 16, 10];
const inner = width - 2 * margin;

type Drawn = { readonly height: number; readonly picture: SVGTemplateResult };

/**
 * The first page of a report in small, with its own numbers; without them its outline. What is below the edge is cut
 * off, as on a sheet that one pulls out.
 */
export function miniature(
  definition: Definition,
  report: ShownReport | null,
  colours: readonly string[],
): SVGTemplateResult {
  const parts: SVGTemplateResult[] = [];
  let y = 58;
  const kinds = report ? report.sections : definition.sections.map(({ kind }) => ({ kind }));
  for (let at = 0; at < kinds.length && y < height; at += 1) {
    const pair = kinds[at]?.kind === 'chart' && kinds[at + 1]?.kind === 'chart';
    const box = { x: margin, y, width: pair ? (inner - gap) / 2 : inner };
    const drawn = one(report?.sections[at] ?? null, kinds[at]?.kind ?? '', box, colours);
    parts.push(drawn.picture);
    if (pair) {
      at += 1;
      parts.push(one(report?.sections[at] ?? null, 'chart', { ...box, x: margin + box.width + gap }, colours).picture);
    }
    y += drawn.height + gap;
  }
  return svg`
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      <text x=${margin} y="27" font-size="14" font-weight="650"
        fill="var(--dossier-text)">${cut(report?.title ?? definition.title, inner, 14)}</text>
      ${
        report
          ? svg`<text x=${margin} y="40" font-size="8"
        fill=${muted}>${report.period.label}</text>`
          : placeholder({ x: margin, y: 34, width: 60, height: 6 })
      }
      <rect x=${margin} y="46" width=${inner} height="2" fill="var(--dossier-accent)"/>
      ${parts}
    </svg>`;
}

function one(section: ShownSection | null, kind: string, box: Box, colours: readonly string[]): Drawn {
  if (section?.kind === 'figures')
    return figures(
      section.figures.map(({ shown, label }) => ({ shown, label })),
      box,
    );
  if (kind === 'figures')
    return figures(
      Array.from({ length: 4 }, () => null),
      box,
    );
  if (section?.kind === 'chart')
    return {
      height: 84,
      picture: svg`${heading(section.title, box)}${plot(
        section.chart,
        section.empty,
        { x: box.x, y: box.y + 13, width: box.width, height: 68 },
        colours,
      )}`,
    };
  if (kind === 'chart')
    return {
      height: 84,
      picture: svg`${placeholder({
        ...box,
        width: box.width / 2,
        height: 6,
      })}${placeholder({ ...box, y: box.y + 13, height: 68 })}`,
    };
  if (section?.kind === 'text')
    return {
      height: 34,
      picture: svg`${lines([section.title ?? '', ...section.paragraphs].filter(Boolean).slice(0, 3), box)}`,
    };
  if (section?.kind === 'table')
    return table(
      section.title,
      section.columns.map(({ title }) => title),
      section.rows.slice(0, 9).map((row) => row.map((cell) => (typeof cell === 'string' ? cell : ''))),
      box,
    );
  return table(
    '',
    ['', '', ''],
    Array.from({ length: 6 }, () => ['', '', '']),
    box,
  );
}

const heading = (title: string, { x, y, width: wide }: Box): SVGTemplateResult =>
  svg`<text x=${x} y=${y + 7} font-size="8" font-weight="620" fill="var(--dossier-text)">${cut(title, wide, 8)}</text>`;

function figures(
  all: readonly ({ readonly shown: string; readonly label: string } | null)[],
  { x, y, width: wide }: Box,
): Drawn {
  const shown = all.slice(0, 4);
  const each = wide / shown.length;
  return {
    height: 34,
    picture: svg`${shown.map((figure, at) =>
      figure
        ? svg`<text x=${x + at * each} y=${y + 15} font-size="15" font-weight="640"
          fill="var(--dossier-text)">${cut(figure.shown, each, 15)}</text><text x=${x + at * each} y=${y + 27}
          font-size="7" fill=${muted}>${cut(figure.label, each - 4, 7)}</text>`
        : svg`${placeholder({
            x: x + at * each,
            y: y + 2,
            width: each * 0.4,
            height: 12,
          })}${placeholder({ x: x + at * each, y: y + 20, width: each * 0.7, height: 5 })}`,
    )}`,
  };
}

/** Words where they are known, lines in the place of numbers: they would be too small to read. */
function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { x, y, width: wide }: Box,
): Drawn {
  const shown = columns.slice(0, 4);
  const each = wide / Math.max(1, shown.length);
  const top = y + (title === '' ? 0 : 13);
  const row = (cells: readonly string[], at: number): SVGTemplateResult => svg`
    <rect x=${x} y=${top + 10 + at * 11} width=${wide} height="0.6" fill="var(--dossier-border)"/>
    ${shown.map((_, i) =>
      cells[i]
        ? svg`<text x=${x + i * each} y=${top + 18 + at * 11} font-size="6.5"
      fill="var(--dossier-text)">${cut(place(cells[i]), each - 6, 6.5)}</text>`
        : placeholder({ x: x + i * each, y: top + 13.5 + at * 11, width: each * (i === 0 ? 0.6 : 0.3), height: 4.5 }),
    )}`;
  return {
    height: 24 + rows.length * 11,
    picture: svg`${title === '' ? '' : heading(title, { x, y, width: wide })}${shown.map((name, i) =>
      name === ''
        ? ''
        : svg`<text x=${x + i * each} y=${top + 7} font-size="6.5" font-weight="600"
          fill=${muted}>${cut(name, each - 6, 6.5)}</text>`,
    )}${rows.map(row)}`,
  };
}

const lines = (texts: readonly string[], { x, y, width: wide }: Box): readonly SVGTemplateResult[] =>
  texts.map(
    (text, at) =>
      svg`<text x=${x} y=${y + 8 + at * 11} font-size="7.5" fill="var(--dossier-text)">${cut(text, wide, 7.5)}</text>`,
  );
