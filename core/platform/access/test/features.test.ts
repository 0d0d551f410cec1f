import { t } from '@dossier/core/testing/t';
import { feature } from '@dossier/sdk';
import { featuresOn } from '../features.ts';

const base = feature('base', { title: 'Base', initially: 'on' });
const extra = feature('extra', { title: 'Extra', requires: [base] });
const more = feature('more', { title: 'More', initially: 'on', requires: [extra] });
const staffOnly = feature('staff-only', { title: 'Staff only', initially: 'on', workspaces: ['STAFF'] });
const declared = [more, extra, base, staffOnly];

t.test("a feature starts as declared, and the administrator's switch overrides that", async (t) => {
  t.strictSame(featuresOn(declared, 'STAFF', 'BANK', {}), ['base', 'staff-only']);
  t.strictSame(featuresOn(declared, 'STAFF', 'BANK', { extra: true }), ['more', 'extra', 'base', 'staff-only']);
  t.strictSame(featuresOn(declared, 'STAFF', 'BANK', { 'staff-only': false }), ['base']);
});

t.test('what a feature requires takes it along when switched off', async (t) => {
  t.strictSame(featuresOn(declared, 'STAFF', 'BANK', { base: false, extra: true }), ['staff-only']);
});

t.test('a feature stays out of workspaces of another type, whatever was switched', async (t) => {
  t.strictSame(featuresOn(declared, 'CLIENT', 'BANK', { 'staff-only': true }), ['base']);
});

t.test('features that require each other are off, and the question ends', async (t) => {
  const a = { ...base, id: 'a', requires: [] as (typeof base)[] };
  const b = { ...base, id: 'b', requires: [a] };
  a.requires.push(b);
  t.strictSame(featuresOn([a, b], 'STAFF', 'BANK', {}), []);
});

t.test('switches named like members of every object are no switches', async (t) => {
  const odd = feature('constructor', { title: 'Odd', initially: 'off' });
  t.strictSame(featuresOn([odd], 'STAFF', 'BANK', {}), []);
});
