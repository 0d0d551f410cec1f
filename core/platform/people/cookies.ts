/** The cookies of this module. Under https all carry `__Host-`, so that no neighbouring host name can set them. */
export interface Cookies {
  session: string;
  /**
   * Of a sign-in under way, by its `state`: each has one of its own, so that windows that begin at the same moment do
   * not overwrite one another.
   */
  flow(state: string): string;
  isFlow(name: string): boolean;
  set(name: string, value: string, maxAge: number): string;
  clear(name: string): string;
}

/** Names and attributes for an origin. `maxAge` is in seconds. */
export function cookiesFor(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:');
  const host = secure ? '__Host-' : '';
  const flows = `${host}dossier-sign-in.`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    session: `${host}dossier`,
    flow: (state) => `${flows}${state.slice(0, 16)}`,
    isFlow: (name) => name.startsWith(flows),
    set: (name, value, maxAge) => `${name}=${value}; ${attributes}; Max-Age=${maxAge}`,
    clear: (name) => `${name}=; ${attributes}; Max-Age=0`,
  };
}
