import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import type { Pictures } from './pictures.ts';
import { type, upright } from './theme.ts';
import type { TextStyle } from './theme.ts';

type Logo = NonNullable<Awaited<ReturnType<Pictures['logo']>>>;

/**
 * The band at the head of the first page: whose report, its title and period, on the organization's accent; and below
 * it what narrows it, and who made it when.
 */
export async function cover(paper: Paper): Promise<Block> {
  const { report, text } = paper;
  const logo =
    report.organization.logo &&
    (await paper.pictures.logo(report.organization.logo.bytes, { width: 150, height: 46, accent: paper.accent }));
  const width = upright.inner - (logo ? logo.width + 44 : 0);
  const lines = (value: string, style: TextStyle, most: number, room = upright.inner): readonly string[] =>
    text.lines(text.clean(value), style, room, most);
  const parts = [
    {
      kind: 'P',
      style: type.owner,
      above: 34,
      lines: lines([report.organization.name, report.workspace].filter(Boolean).join(' · '), type.owner, 2, width),
    },
    { kind: 'H1', style: type.title, above: 26, lines: lines(report.title, type.title, 3) },
    { kind: 'P', style: type.subtitle, above: 4, lines: lines(report.subtitle ?? '', type.subtitle, 3) },
    { kind: 'P', style: type.period, above: 8, lines: lines(report.period.label, type.period, 2) },
  ].filter((part) => part.lines.length > 0);
  const band = Math.max(
    parts.reduce((sum, { style, above, lines: { length } }) => sum + above + style.leading * length, 24),
    logo ? logo.height + 120 : 0,
  );
  const facts = factRows(paper);
  return {
    height: band + facts.height + 4,
    draw() {
      paper.tags.artifact(() => {
        paper.doc.rect(0, 0, upright.width, band).fill(paper.accent);
      });
      let y = 0;
      for (const { kind, style, above, lines: these } of parts) {
        y += above;
        paper.tags.content(paper.tags.root, kind, () =>
          text.draw(these, style, { x: upright.left, top: y, width: upright.inner }),
        );
        y += style.leading * these.length;
      }
      if (logo) drawLogo(paper, logo);
      facts.draw(band);
    },
  };
}

/** On a plate of its own, because most logos are made for white paper. */
function drawLogo({ doc, tags, report }: Paper, { png, width, height, plate }: Logo): void {
  const [x, y, pad] = [upright.right - width - 10, 28, 10];
  tags.artifact(() => {
    doc.roundedRect(x - pad, y - pad, width + 2 * pad, height + 2 * pad, 6).fill(plate);
  });
  tags.content(
    tags.root,
    'Figure',
    () => {
      doc.image(png, x, y, { width, height });
    },
    { alt: `Logo of ${report.organization.name}`, bbox: [x, y, x + width, y + height] },
  );
}

function factRows(paper: Paper): { height: number; draw(top: number): void } {
  const { report, text } = paper;
  const facts = [
    ...(report.template === null ? [] : [{ label: 'Template', value: report.template }]),
    { label: 'Created', value: paper.created },
    { label: 'Created by', value: report.createdBy },
    ...report.filters,
    ...(report.late ? [{ label: 'Late', value: 'Made up for a time at which it could not run' }] : []),
  ];
  const columns = 3;
  const gap = 18;
  const width = (upright.inner - gap * (columns - 1)) / columns;
  const set = facts.map(({ label, value }) => ({
    label: text.lines(text.clean(label), type.label, width, 1),
    value: text.lines(text.clean(value), type.fact, width, 4),
  }));
  const rows = Array.from({ length: Math.ceil(set.length / columns) }, (_, at) =>
    set.slice(at * columns, (at + 1) * columns),
  );
  const heights = rows.map(
    (row) => type.label.leading + Math.max(...row.map(({ value }) => value.length)) * type.fact.leading + 9,
  );
  return {
    height: heights.reduce((sum, height) => sum + height, 20),
    draw(top) {
      const list = paper.tags.open(paper.tags.root, 'L');
      let y = top + 16;
      for (const [at, row] of rows.entries()) {
        for (const [column, { label, value }] of row.entries()) {
          const place = { x: upright.left + column * (width + gap), width };
          const item = paper.tags.open(list, 'LI');
          paper.tags.content(item, 'Lbl', () => text.draw(label, type.label, { ...place, top: y }));
          paper.tags.content(item, 'LBody', () =>
            text.draw(value, type.fact, { ...place, top: y + type.label.leading }),
          );
          item.end();
        }
        y += heights[at] ?? 0;
      }
      list.end();
      paper.rule(upright.left, y, upright.inner);
    },
  };
}
