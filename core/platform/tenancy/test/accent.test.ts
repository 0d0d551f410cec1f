import { t } from '@dossier/core/testing/t';
import { readAccent } from '../accent.ts';

/** Relative luminance and contrast ratio as WCAG 2.2 defines them, written down a second time. */
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const ratio = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
};
const [light, dark] = ['#ffffff', '#191c21'];

t.test('each variant can be read where it is meant for, and is no further away than needed', async (t) => {
  for (const accent of [
    '#0A7D5C',
    '#FFD400',
    '#000000',
    '#FFFFFF',
    '#7F7F7F',
    '#0000FF',
    '#FF00FF',
    '#00FFFF',
    '#3B5BDB',
    '#191C21',
  ]) {
    const { adjusted, contrast } = await readAccent(accent);
    for (const [variant, surface, own] of [
      [adjusted.light, light, contrast.onLight],
      [adjusted.dark, dark, contrast.onDark],
    ] as const) {
      t.ok(ratio(variant, surface) >= 4.5, `${accent} as ${variant} on ${surface}`);
      t.ok(Math.abs(own - ratio(accent, surface)) < 0.011, `${accent} has ${own} on ${surface}`);
      if (own >= 4.5) t.equal(variant, accent, 'what can be read stays as it is');
      else t.ok(ratio(variant, surface) < 4.7, `${accent} as ${variant} is only as strong as it has to be`);
    }
    t.equal(contrast.verdict, ratio(accent, light) >= 4.5 ? 'good' : 'adjusted');
    t.ok(ratio(accent, contrast.text === '#fff' ? '#ffffff' : '#000000') >= 4.5, `text on ${accent}`);
  }
});

t.test('a variant keeps the hue', async (t) => {
  const { adjusted } = await readAccent('#FFD400');
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(adjusted.light.slice(at, at + 2), 16));
  t.ok(r! > g! && g! > b! + 60, `${adjusted.light} is still a yellow, only darker`);
  const blue = (await readAccent('#0000FF')).adjusted.dark;
  t.ok(
    Number.parseInt(blue.slice(5, 7), 16) > Number.parseInt(blue.slice(1, 3), 16) + 40,
    `${blue} is still a blue, only lighter`,
  );
});

t.test('what is no colour is a fault of the caller', async (t) => {
  await t.rejects(readAccent('red;'), TypeError);
});
