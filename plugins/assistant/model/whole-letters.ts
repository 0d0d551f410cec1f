/**
 * Text that came in pieces, cut anywhere, given on in whole letters: half of a surrogate pair waits for its other half.
 * Signs that no database holds (NUL, halves that stay alone) are left out.
 */
export class WholeLetters {
  #half = '';

  /** The letters that are whole by now; perhaps none. */
  add(piece: string): string {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    this.#half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
    const whole = this.#half === '' ? text : text.slice(0, -1);
    return whole.replaceAll(/\0|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g, '');
  }
}
