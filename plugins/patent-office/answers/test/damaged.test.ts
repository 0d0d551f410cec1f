import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { seed } from '@dossier/core/testing';
import { read } from '../read.ts';
import { summary } from '../summary.ts';
import { samples } from './samples.ts';

const folder = new URL('../../../../../shared/data/ops/dev/', import.meta.url);

/** A generator of numbers from 0 to 1 that a seed makes the same again (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One way to damage a document: bits, pieces, tags, names. */
function mutated(body: Uint8Array, random: () => number): Uint8Array {
  const at = (below: number): number => Math.floor(random() * below);
  const copy = Buffer.from(body);
  const [from, to] = [at(copy.length), at(copy.length)].sort((one, other) => one - other);
  switch (at(6)) {
    case 0:
      for (let n = 0; n < 5; n++) copy[at(copy.length)] = at(256);
      return copy;
    case 1:
      return Buffer.concat([copy.subarray(0, from), copy.subarray(to)]);
    case 2:
      return Buffer.concat([copy.subarray(0, to), copy.subarray(from)]);
    case 3: {
      const tags = [...copy.toString().matchAll(/<[^>]*>/g)];
      const tag = tags[at(tags.length)];
      return tag ? Buffer.from(copy.toString().replace(tag[0], '')) : copy;
    }
    case 4: {
      const elements = [...copy.toString().matchAll(/<([\w:-]+)[^>]*>[^<]*<\/\1>/g)];
      const element = elements[at(elements.length)];
      return element ? Buffer.from(copy.toString().replaceAll(element[0], element[0].repeat(at(4)))) : copy;
    }
    default:
      return Buffer.from(copy.toString().replaceAll(/"[^"]*"/g, (value) => (random() < 0.1 ? '"9"' : value)));
  }
}

function survives(t: Test, bodies: readonly Uint8Array[], times: number): void {
  const random = seeded(seed);
  const failed: string[] = [];
  for (let n = 0; n < times; n++) {
    const body = bodies[n % bodies.length] ?? new Uint8Array();
    const length = Math.floor(random() * body.length);
    const cut = n % 2 === 0;
    const damaged = cut ? body.subarray(0, length) : mutated(body, random);
    try {
      const answer = read(damaged);
      JSON.stringify(summary(answer));
      const whole = Buffer.from(body).toString().trim() === Buffer.from(damaged).toString().trim();
      if (cut && !whole && answer.kind !== 'unreadable' && answer.kind !== 'empty-body')
        failed.push(`run ${n}: cut at ${length} of ${body.length}, and read as ${answer.kind}`);
    } catch (error) {
      failed.push(`run ${n}: ${String(error)}`);
    }
  }
  t.strictSame(failed, [], `seed ${seed}`);
}

t.test('a thousand documents that are cut or damaged end in an answer or unreadable', (t) => {
  survives(
    t,
    samples().map((text) => Buffer.from(text)),
    1000,
  );
  t.end();
});

t.test('wherever it is cut, an answer is not taken for whole', (t) => {
  const wrong: string[] = [];
  for (const sample of samples().map((text) => text.trim()))
    for (let length = 1; length < sample.length; length += 7) {
      const { kind } = read(sample.slice(0, length));
      if (kind !== 'unreadable') wrong.push(`${kind} at ${length}`);
    }
  t.strictSame(wrong, []);
  t.end();
});

t.test(
  'recordings that are cut or damaged, too',
  { skip: existsSync(folder) ? false : 'The recordings are not here.' },
  (t) => {
    const bodies = readdirSync(folder)
      .filter((name) => name.endsWith('.xml') && !name.startsWith('fhg_200_register_search'))
      .map((name) => readFileSync(new URL(name, folder)))
      .filter((body) => body.length > 0);
    survives(t, bodies, 1000);
    t.end();
  },
);
