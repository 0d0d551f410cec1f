import { faultAt, replaced } from './fault.ts';
import type { Lexeme } from './lexemes.ts';
import type { Nearness } from './types.ts';

/** A modifier of `prox` as it was written: `/distance<=3`. */
export interface Written {
  readonly key: Lexeme;
  readonly symbol?: Lexeme;
  readonly value?: Lexeme;
}

const units = ['sentence', 'paragraph'];

/** One modifier of `prox`: how far apart, in which order, in the same sentence or paragraph. */
export function nearnessOf(text: string, { key, symbol, value }: Written): Nearness {
  const name = key.text.toLowerCase();
  const said = value?.text.toLowerCase();
  const whole = { from: key.from, to: (value ?? symbol ?? key).to };
  if (name === 'distance') {
    if (symbol === undefined || value === undefined)
      throw faultAt(whole, 'How many words may lie between? It is written distance<=3.', {
        text: replaced(text, whole, 'distance<=3'),
        label: 'Take distance<=3',
      });
    if (!['<', '<=', '='].includes(symbol.text))
      throw faultAt(symbol, 'Words can be near to each other, not far apart: distance<=3.', {
        text: replaced(text, symbol, '<='),
        label: 'Take <=',
      });
    if (!/^[1-9]\d?$/.test(value.text)) throw faultAt(value, 'A distance is a number of words from 1 to 99.');
    return { text: `distance${symbol.text}${value.text}` };
  }
  if (name === 'ordered') {
    if (symbol === undefined) return { text: 'ordered=true' };
    if (symbol.text !== '=' || (said !== 'true' && said !== 'false'))
      throw faultAt(value ?? symbol, 'The order counts or it does not: ordered=true or ordered=false.');
    return { text: `ordered=${said}` };
  }
  if (name === 'unit') {
    if (symbol?.text === '=' && said !== undefined && units.includes(said)) return { text: `unit=${said}` };
    throw faultAt(
      value ?? symbol ?? key,
      'Words can be asked for in one sentence or in one paragraph: unit=sentence, unit=paragraph.',
      { text: replaced(text, whole, 'unit=sentence'), label: 'Take unit=sentence' },
    );
  }
  throw faultAt(key, 'Behind prox stand distance, ordered or unit, such as prox/distance<=3.');
}
