/** As many digits as the first whole number has that JavaScript cannot tell from its neighbour (2^53 + 1). */
const DIGITS = 16;
const LONG = /\d{16}/;
/** As JSON writes them: what else looks like one stays, and is refused for what it is. */
const NUMBER = /(?<![\d-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON text in which every whole number that would silently become another one when it is read (9007199254740993) is
 * one that is infinite when it is read, so that it is refused as any number too large to be kept, wherever it stands.
 * Whether it is another one is seen by writing it again.
 */
export function withoutInexact(json: string): string {
  if (!LONG.test(json)) return json;
  let checked = '';
  let copied = 0;
  for (let at = 0; at < json.length;) {
    const opening = json.indexOf('"', at);
    const outside = opening < 0 ? json.length : opening;
    if (outside - at >= DIGITS) {
      checked +=
        json.slice(copied, at) +
        json.slice(at, outside).replace(NUMBER, (number) => (isWhole(number) && !isExact(number) ? '1e999' : number));
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

/** Asked in pieces: one expression for all of it would need a stack as deep as the number is long. */
const isWhole = (number: string): boolean => number.length >= DIGITS && !/[.eE]/.test(number);

/** From 10^21 on, a number is written with an exponent. */
function isExact(whole: string): boolean {
  const [mantissa = '', zeros = '0'] = String(Number(whole)).split('e+');
  const [first = '', more = ''] = mantissa.split('.');
  return first + more.padEnd(Number(zeros), '0') === whole;
}
