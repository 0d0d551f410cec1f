/** As many digits as the first whole number has that JavaScript cannot tell from its neighbour (2^53 + 1). */
const DIGITS = 16;
/** So many digits, a decimal point among them, or an exponent of three digits: what is shorter is read as written. */
const SUSPECT = /[\d.]{16}|[eE][+-]?\d{3}/;
/** As JSON writes them: what else looks like one stays, and is refused for what it is. */
const NUMBER = /(?<![\d.-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON text in which every number that would silently become another one when it is read (9007199254740993,
 * 0.12345678901234567) is one that is infinite when it is read, so that it is refused as any number that cannot be
 * kept, wherever it stands. Whether it is another one is seen by writing it again.
 */
export function withoutInexact(json: string): string {
  if (!SUSPECT.test(json)) return json;
  let checked = '';
  let copied = 0;
  for (let at = 0; at < json.length;) {
    const opening = json.indexOf('"', at);
    const outside = opening < 0 ? json.length : opening;
    const between = json.slice(at, outside);
    if (SUSPECT.test(between)) {
      checked += json.slice(copied, at) + between.replace(NUMBER, (number) => (isExact(number) ? number : '1e999'));
      copied = outside;
    }
    at = opening < 0 ? outside : endOfString(json, opening);
  }
  return checked + json.slice(copied);
}

/**
 * Behind the closing mark of the string that opens here. Searched, not matched: an expression would need a stack as
 * deep as the string is long.
 */
export function endOfString(json: string, opening: number): number {
  for (let at = opening + 1; ;) {
    const closing = json.indexOf('"', at);
    if (closing < 0) return json.length;
    let escapes = 0;
    while (json[closing - 1 - escapes] === '\\') escapes++;
    at = closing + 1;
    if (escapes % 2 === 0) return at;
  }
}

/** Is the number that is read the one that was written? Zeros at an end, and the form of the exponent, say nothing. */
function isExact(written: string): boolean {
  if (written.length < DIGITS && !/[eE]/.test(written)) return true;
  const [digits, exponent] = partsOf(written);
  const [readDigits, readExponent] = partsOf(String(Number(written)));
  return digits === readDigits && exponent === readExponent;
}

/** The digits of a number from the first to the last that is no zero, and the power of ten of the last one. */
function partsOf(number: string): readonly [digits: string, exponent: number] {
  const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let [from, to] = [0, all.length];
  while (all[from] === '0') from++;
  while (to > from && all[to - 1] === '0') to--;
  return from === to ? ['', 0] : [all.slice(from, to), Number(exponent) - fraction.length + all.length - to];
}
