import { createCanvas } from '@napi-rs/canvas';
import { t } from '@dossier/core/testing/t';
import type { ComputedSection, Page, Pages } from '../../computed.ts';
import { rowsIn } from '../../computed.ts';
import { paginate } from '../pdf/paginate.ts';
import { pictures } from '../pdf/pictures.ts';
import { drawn } from './drawn.ts';
import { applications, chartOf, doughnut, introduction, keyFigures, sampleReport, stacked } from './sample.ts';

// A busy machine takes long to start as many workers.

t.test(
  'a long report has a table of contents that leads to its sections, and an outline; a short one has none',
  async (t) => {
    const long = await drawn(
      sampleReport({
        sections: [
          introduction,
          keyFigures,
          chartOf(stacked),
          applications(300),
          { ...chartOf(doughnut), title: 'Halts at the end' } as ComputedSection,
        ],
      }),
    );
    t.ok(long.pages.length > 4);
    t.same(
      long.outline.map(({ title }) => title),
      ['Summary', 'Key figures', 'A stackedBar of Approved and Rejected', 'Applications', 'Halts at the end'],
    );
    const links = await Promise.all((long.pages[0]?.links ?? []).map(long.pageOf));
    t.same(
      links,
      long.outline.map(({ page }) => page),
      'links and outline lead to the same pages',
    );
    t.match(long.pages[(links.at(-1) ?? 0) - 1]?.text, 'Halts at the end');
    t.match(
      long.pages[0]?.spoken.filter(({ role }) => role === 'Link').at(-1)?.text,
      new RegExp(`^Halts at the end ${links.at(-1)}$`),
    );
    const short = await drawn(sampleReport({ sections: [introduction, keyFigures] }));
    t.equal(short.pages.length, 1);
    t.notMatch(short.text, 'Contents');
  },
);

t.test(
  'a table goes on over pages with its head on each, all its rows once, and never a heading or a row alone',
  async (t) => {
    const { pages } = await drawn(sampleReport({ sections: [applications(300)] }));
    for (const { text } of pages) t.match(text, /Application.*Applicant.*Product.*Amount/);
    const rows = pages.map(({ text }) => text.match(/A-100\d{3}/g) ?? []);
    t.same(
      rows.flat(),
      Array.from({ length: 300 }, (_, at) => `A-${100_000 + at}`),
    );
    t.ok(rows.every(({ length }) => length >= 2));
    t.equal(
      pages.flatMap(({ spoken }) => spoken).filter(({ role, text }) => role === 'TH' && text).length,
      7,
      'the repeated heads are not heard again',
    );
  },
);

t.test('a table of few rows is not broken over pages', async (t) => {
  const { pages } = await drawn(
    sampleReport({ sections: [applications(14, { title: 'Before' }), applications(12, { title: 'Behind' })] }),
  );
  t.same(
    pages.map(({ text }) => text.match(/A-1000\d{2}/g)?.length),
    [14, 12],
  );
});

t.test(
  'a table too long for paper ends with how many rows there are and where, and the rest is not read',
  async (t) => {
    let read = 0;
    const section = applications(100_000);
    if (section.kind !== 'table') return t.fail();
    async function* counted(pages: Pages): AsyncGenerator<Page> {
      for await (const page of pages) {
        read += rowsIn(page).length;
        yield page;
      }
    }
    const { text } = await drawn(sampleReport({ sections: [{ ...section, rows: counted(section.rows) }] }), {
      last: 2,
    });
    t.match(text, 'The first 2,000 of 100,000 rows. All rows are in the CSV and the XLSX of this report');
    t.match(text, 'A-101999');
    t.notMatch(text, 'A-102000');
    t.ok(read <= 5_000, `${read} rows were read`);
  },
);

t.test('many columns lie on a turned page', async (t) => {
  const section = applications(30);
  if (section.kind !== 'table') return t.fail();
  const columns = [
    ...section.columns,
    ...section.columns.map((column) => ({ ...column, key: `${column.key}2`, title: `${column.title} before` })),
  ];
  async function* doubled(pages: Pages): AsyncGenerator<Page> {
    for await (const page of pages) yield rowsIn(page).map((row) => [...row, ...row]);
  }
  const { pages } = await drawn(
    sampleReport({ sections: [keyFigures, { ...section, columns, rows: doubled(section.rows) }, introduction] }),
  );
  const widths = pages.map(({ width }) => Math.round(width));
  t.same([widths[0], widths[1], widths.at(-1)], [595, 842, 595]);
});

t.test('nothing to show is said', async (t) => {
  const { text } = await drawn(
    sampleReport({
      sections: [applications(0), chartOf(stacked, true), { kind: 'figures', title: 'None', figures: [] }],
    }),
  );
  for (const sentence of [
    'No application came in.',
    'There is nothing to show in this period.',
    'There are no figures.',
  ])
    t.match(text, sentence);
});

t.test('a picture goes before its values to the next page only where little of this one stays empty', async (t) => {
  const block = (height: number, keep: boolean | 'unless a page would stay empty' = false) => ({
    height,
    keep,
    draw: () => undefined,
  });
  const pages = (used: number) =>
    paginate([
      block(used),
      block(40, true),
      block(180, 'unless a page would stay empty'),
      block(60, true),
      block(250),
    ]).map(({ placed }) => placed.map(({ block: { height } }) => height));
  t.same(
    pages(440),
    [
      [440, 40, 180],
      [60, 250],
    ],
    'half a page would be empty',
  );
  t.same(pages(600), [[600], [40, 180, 60, 250]]);
  t.same(pages(200), [[200, 40, 180, 60, 250]]);
});

t.test('values that went to the next page say there what they are the values of', async (t) => {
  const labels = Array.from({ length: 60 }, (_, at) => `Step ${at}`);
  const values = labels.map((_, at) => at);
  const { pages } = await drawn(
    sampleReport({
      sections: [
        keyFigures,
        {
          ...chartOf({
            ...stacked,
            type: 'line',
            labels,
            series: [
              { label: 'One', values },
              { label: 'Other', values },
            ],
          }),
          title: 'Steps',
        } as ComputedSection,
      ],
    }),
  );
  t.equal(await pages[0]?.images(), 2, 'the logo and the chart');
  t.match(pages[1]?.text, /Steps, in numbers.*Step 59/);
  t.notOk(
    pages.flatMap(({ spoken }) => spoken).some(({ text }) => /in numbers/.test(text)),
    'which is not heard: the chart was, just before',
  );
});

t.test('a logo that white paper would swallow stands on the accent', async (t) => {
  const png = (ink: string): Uint8Array => {
    const canvas = createCanvas(120, 40);
    const context = canvas.getContext('2d');
    context.fillStyle = ink;
    context.fillRect(10, 10, 80, 20);
    return canvas.toBuffer('image/png');
  };
  const plate = async (ink: string) =>
    (await pictures().logo(png(ink), { width: 150, height: 46, accent: '#7A1F3D' }))?.plate;
  t.equal(await plate('#FFFFFF'), '#7A1F3D');
  t.equal(await plate('#F4F4F4'), '#7A1F3D');
  t.equal(await plate('#101418'), '#FFFFFF');
  t.equal(await plate('#E0B000'), '#FFFFFF');
});

t.test(
  'without logo and accent, with a damaged logo, and with text that tries tricks, there is still a report',
  async (t) => {
    const logo = { contentType: 'image/png' as const, bytes: Buffer.from('\x89PNG\r\n\x1a\nno picture') };
    const tricky = 'Invoice\u202Egpj.exe \u0000\u0007bell, \u{1F600}, 漢字, ≥ 5';
    for (const organization of [
      { name: 'Plain', accent: null, logo: null },
      { name: tricky, accent: null, logo },
    ]) {
      const { text, pages } = await drawn(
        sampleReport({
          organization,
          title: 'Quarterly Business '.repeat(30),
          subtitle: tricky,
          createdBy: 'x'.repeat(400),
          sections: [{ kind: 'text', paragraphs: [tricky, 'w'.repeat(3_000)] }],
        }),
      );
      t.match(text, 'Invoicegpj.exe bell, \uFFFD, \uFFFD\uFFFD, >= 5');
      t.equal(await pages[0]?.images(), 0);
    }
  },
);
