/** Names one upload, or another write that is sent once. Not `randomUUID`: a page that came by plain http has none. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
