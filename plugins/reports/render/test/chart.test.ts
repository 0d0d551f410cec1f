import { t } from '@dossier/core/testing/t';
import { chartConfiguration, palette } from '../../web/chart.ts';
import type { ChartLook } from '../../web/chart.ts';
import { inWords } from '../../web/units.ts';
import { doughnut, line, stacked } from './sample.ts';

const look: ChartLook = {
  accent: '#0a7d5c',
  ink: '#000000',
  muted: '#555555',
  rule: '#dddddd',
  surface: '#ffffff',
  family: 'Any',
  language: 'en',
  size: 12,
  legend: true,
};

t.test('numbers are read as people say them', async (t) => {
  t.same(
    [1204, 0.125, -3, 0].map((value) => inWords(value, 'count')),
    ['1,204', '0.13', '-3', '0'],
  );
  t.same(
    [82.5, 100, 0, -4.25].map((value) => inWords(value, 'percent')),
    ['82.5 %', '100 %', '0 %', '-4.3 %'],
  );
  t.same(
    [0, 45.5, 60, 3_599, 3_600, 14_700, 86_399, 273_600, 8_640_000, -90].map((value) => inWords(value, 'duration')),
    ['0 s', '45.5 s', '1 min', '59 min 59 s', '1 h', '4 h 5 min', '1 d', '3 d 4 h', '100 d', '-1 min 30 s'],
  );
  t.same(
    [null, Number.NaN, Infinity].map((value) => inWords(value, 'count')),
    ['–', '–', '–'],
  );
  t.same([inWords(1204.5, 'count', 'de'), inWords(1204.5, 'count', 'no language')], ['1.204,5', '1,204.5']);
});

t.test('a chart has a colour for each of twelve series, the accent first', async (t) => {
  for (const accent of ['#0a7d5c', '#0072B2', '#000000', '#7f7f7f']) {
    t.equal(
      new Set(palette(accent).map((colour) => colour.toLowerCase())).size,
      accent === '#0072B2' || accent === '#7f7f7f' ? 11 : 12,
    );
    t.equal(palette(accent)[0], accent);
  }
});

t.test('values and labels are data of a chart and nothing else of it', async (t) => {
  const trick = '{"onClick":"alert(1)"}';
  const { data, options } = chartConfiguration(
    {
      ...stacked,
      labels: [trick, ...stacked.labels.slice(1)],
      series: stacked.series.map((series) => ({ ...series, label: trick })),
    },
    look,
  );
  t.same(
    data.datasets.map((dataset) => dataset.data),
    stacked.series.map(({ values }) => values),
  );
  t.same(
    data.datasets.map(({ label }) => label),
    [trick, trick, trick],
  );
  t.notMatch(JSON.stringify(options), 'alert');
});

t.test('days are named as people write them, with their year where there are several', async (t) => {
  const over = (labels: readonly string[], language = 'en') =>
    chartConfiguration({ ...stacked, labels, over: 'week' }, { ...look, language }).data.labels;
  t.same(over(['2026-11-09', '2026-11-16']), ['9 Nov', '16 Nov']);
  t.same(over(['2026-12-28', '2027-01-04']), ['28 Dec 2026', '4 Jan 2027']);
  t.same(over(['2026-10-05'], 'de'), ['5. Okt.']);
  t.same(over(['2026-10-05'], 'no language'), ['5 Oct']);
  t.same(
    chartConfiguration({ ...stacked, labels: ['2026-11-09'] }, look).data.labels,
    ['2026-11-09'],
    'a name that looks like a day stays a name',
  );
});

t.test('bars lie where their names do not fit below them, and steps in time never do', async (t) => {
  const names = Array.from({ length: 10 }, (_, at) => `Mortgage for a first home in district ${at}`);
  const { data, options } = chartConfiguration({ ...stacked, labels: names }, look);
  t.match(options, {
    indexAxis: 'y',
    scales: { x: { stacked: true, beginAtZero: true }, y: { stacked: true, ticks: { autoSkip: false } } },
  });
  t.same(data.labels?.[0], 'Mortgage for a first…');
  t.same(
    chartConfiguration({ ...stacked, labels: ['Christopher Featherstonehaugh-Cholmondeley', 'b', 'c', 'd', 'e'] }, look)
      .options?.indexAxis,
    'y',
  );
  for (const spec of [
    stacked,
    { ...stacked, over: 'month' as const, labels: Array.from({ length: 24 }, (_, at) => `Month ${at} 2026`) },
  ])
    t.same(chartConfiguration(spec, look).options?.indexAxis, undefined);
});

t.test(
  'a stacked bar is a bar with stacked scales, a gap in a line stays one, and a ring has a colour for each part',
  async (t) => {
    t.match(chartConfiguration(stacked, look), {
      type: 'bar',
      options: { scales: { x: { stacked: true }, y: { stacked: true } } },
    });
    t.match(chartConfiguration(line, look), { type: 'line', data: { datasets: [{ spanGaps: false }] } });
    t.equal(chartConfiguration(line, look).data.datasets[0]?.data[9], null);
    const ring = chartConfiguration(doughnut, look);
    t.same(ring.data.labels, doughnut.labels);
    t.equal(new Set(ring.data.datasets.flatMap(({ backgroundColor }) => backgroundColor)).size, 4);
  },
);
