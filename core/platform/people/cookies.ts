/** The two cookies of this module. Under https both carry `__Host-`, so that no neighbouring host name can set them. */
export interface Cookies {
  session: string;
  flow: string;
  set(name: string, value: string, maxAge: number): string;
  clear(name: string): string;
}

/** Names and attributes for an origin. `maxAge` is in seconds. */
export function cookiesFor(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:');
  const host = secure ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    session: `${host}dossier`,
    flow: `${host}dossier-sign-in`,
    set: (name, value, maxAge) => `${name}=${value}; ${attributes}; Max-Age=${maxAge}`,
    clear: (name) => `${name}=; ${attributes}; Max-Age=0`,
  };
}
