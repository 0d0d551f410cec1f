import { deflateSync, crc32 } from 'node:zlib';
import type { ChartSpec, ComputedReport, ComputedSection, Row, TableColumn } from '../../computed.ts';

/** A report with a section of each kind; the same every time. */
export function sampleReport(over: Partial<ComputedReport> = {}): ComputedReport {
  return {
    title: 'Monthly Operations',
    template: 'Monthly Operations',
    subtitle: 'What came in, what was decided, and how long it took',
    language: 'en',
    organization: {
      name: 'Harbour Savings Bank',
      accent: { light: '#0A7D5C', dark: '#35C79C' },
      logo: { contentType: 'image/png', bytes: logo() },
    },
    workspace: 'Consumer Lending',
    period: {
      from: '2026-09-30T22:00:00.000Z',
      to: '2026-10-31T23:00:00.000Z',
      label: '1 to 31 October 2026',
      timeZone: 'Europe/Vienna',
    },
    filters: [
      { label: 'Status', value: 'Approved, Rejected, In Review' },
      { label: 'Officer', value: 'Any' },
    ],
    createdAt: '2026-11-01T06:00:00.000Z',
    createdBy: 'Weekly to the board',
    late: false,
    sections: [
      introduction,
      keyFigures,
      chartOf(stacked),
      chartOf(line),
      chartOf(doughnut),
      officers,
      applications(40),
    ],
    ...over,
  };
}

export const introduction: ComputedSection = {
  kind: 'text',
  title: 'Summary',
  paragraphs: [
    'More applications came in than in any month of this year, and more of them were decided within their deadline. The time to a first response fell by a fifth.',
    'Document review is still where most of the time goes: half of the applications wait there for more than a day.',
  ],
};

export const keyFigures: ComputedSection = {
  kind: 'figures',
  title: 'Key figures',
  figures: [
    {
      label: 'Applications received',
      value: 1204,
      unit: 'count',
      shown: '1,204',
      before: 963,
      change: 0.2503,
      better: 'up',
    },
    {
      label: 'Decided within the deadline',
      value: 82.5,
      unit: 'percent',
      shown: '82.5 %',
      before: 86.7,
      change: -4.2,
      better: 'up',
    },
    {
      label: 'Time to first response, median',
      value: 13_500,
      unit: 'duration',
      shown: '3 h 45 min',
      before: 16_900,
      change: -0.2012,
      better: 'down',
    },
    {
      label: 'Halted by the credit check',
      value: 41,
      unit: 'count',
      shown: '41',
      before: 41,
      change: 0,
      better: 'down',
    },
    { label: 'Rejected', value: 118, unit: 'count', shown: '118', before: 96, change: 0.2292, better: 'none' },
    {
      label: 'Time in appeal, 90th percentile',
      value: null,
      unit: 'duration',
      shown: '–',
      before: null,
      change: null,
      better: 'down',
    },
  ],
};

const days = Array.from({ length: 31 }, (_, at) => `${at + 1}`);
export const stacked: ChartSpec = {
  type: 'stackedBar',
  unit: 'count',
  labels: ['Week 40', 'Week 41', 'Week 42', 'Week 43', 'Week 44'],
  series: [
    { label: 'Approved', values: [120, 140, 133, 151, 60] },
    { label: 'Rejected', values: [22, 31, 25, 28, 12] },
    { label: 'In Review', values: [10, 12, 40, 66, 80] },
  ],
};
export const line: ChartSpec = {
  type: 'line',
  unit: 'duration',
  labels: days,
  series: [
    {
      label: 'Median time in document review',
      values: days.map((_, at) => (at === 9 ? null : 80_000 + ((at * 7919) % 31) * 2_400)),
    },
  ],
};
export const doughnut: ChartSpec = {
  type: 'doughnut',
  unit: 'count',
  labels: ['Credit Check', 'Document Review', 'Client Approval', 'Missing Documents'],
  series: [{ label: 'Halts', values: [41, 77, 12, 30] }],
};
export const chartOf = (chart: ChartSpec, empty = false): ComputedSection => ({
  kind: 'chart',
  title: `A ${chart.type} of ${chart.series
    .map(({ label }) => label)
    .slice(0, 2)
    .join(' and ')}`,
  alt: `${chart.series.length} series over ${chart.labels.length} labels, highest ${Math.max(...chart.series.flatMap(({ values }) => values.map(Number)))}.`,
  chart,
  empty,
});

const officers: ComputedSection = {
  kind: 'table',
  title: 'Load of officers',
  empty: 'Nobody had work.',
  columns: [
    { key: 'name', title: 'Officer', type: 'text', width: 3 },
    { key: 'open', title: 'Open', type: 'number' },
    { key: 'done', title: 'Decided', type: 'number' },
    { key: 'time', title: 'Median time', type: 'duration' },
    { key: 'kept', title: 'Deadline kept', type: 'percent' },
  ],
  rows: [
    [
      ['Oona Officer', 12, 204, 90_000, 91.5],
      ['Ελένη Παπαδοπούλου', 8, 170, 70_200, 95],
      ['Дмитрий Шостакович', 31, 96, 260_000, 61.25],
      ['Søren Ærøskøbing-Łukasiewicz', 0, 12, 3_900, 100],
    ],
  ],
};

const columns: readonly TableColumn[] = [
  { key: 'number', title: 'Application', type: 'text', width: 1 },
  { key: 'applicant', title: 'Applicant', type: 'text', width: 2 },
  { key: 'template', title: 'Product', type: 'text', width: 2 },
  { key: 'amount', title: 'Amount', type: 'number' },
  { key: 'submitted', title: 'Submitted', type: 'date' },
  { key: 'status', title: 'Status', type: 'text' },
  { key: 'time', title: 'Time', type: 'duration' },
];
const names = [
  'Amelia Thornton',
  'Γεώργιος Σεφέρης',
  'Анна Ахматова',
  'José María Ñandú',
  'Đặng Thị Ngọc Ánh',
  'Jan Kowalski',
  'Zoë Ångström',
  'Christopher Featherstonehaugh-Cholmondeley',
];
export const row = (at: number): Row => [
  `A-${String(100_000 + at)}`,
  names[at % names.length] ?? '',
  at % 5 === 0 ? 'Personal loan with insurance' : 'Personal loan',
  1_000 + ((at * 7_919) % 90_000),
  new Date(Date.UTC(2026, 9, 1, 8) + at * 1_543_000).toISOString(),
  ['Approved', 'Rejected', 'In Review'][at % 3] ?? '',
  3_600 * (1 + (at % 90)),
];

/** Many rows, in pages as a database cursor gives them. */
export function applications(
  count: number,
  { page = 1_000, title = 'Applications', total = count }: { page?: number; title?: string; total?: number } = {},
): ComputedSection {
  async function* pages(): AsyncGenerator<readonly Row[]> {
    for (let from = 0; from < count; from += page)
      yield Array.from({ length: Math.min(page, count - from) }, (_, at) => row(from + at));
  }
  return { kind: 'table', title, columns, rows: pages(), total, empty: 'No application came in.' };
}

/** A PNG with transparency: a ring in green. */
export function logo(size = 96, width = size * 2): Uint8Array {
  const lines = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => {
      const far = Math.hypot(x - size / 2, y - size / 2) / (size / 2);
      const on = (far < 1 && far > 0.62) || (x > size * 1.1 && y % 24 < 10);
      return [10, 125, 92, on ? 255 : 0];
    }).flat(),
  ]).flat();
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
