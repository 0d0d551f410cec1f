/** As much of a browser as signing in needs: cookies by path, redirects one at a time, forms. */
export class Browser {
  readonly cookies = new Map<string, { readonly value: string; readonly path: string }>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** A second browser that has stolen everything the first one holds. */
  twin(): Browser {
    const twin = new Browser(this.#base);
    for (const [name, cookie] of this.cookies) twin.cookies.set(name, cookie);
    return twin;
  }

  async open(
    path: string,
    o: {
      method?: string;
      form?: Readonly<Record<string, string>>;
      json?: unknown;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Page> {
    const url = new URL(path, this.#base);
    const cookie = [...this.cookies]
      .filter(([, { path: below }]) => url.pathname.startsWith(below))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const body = o.form ? new URLSearchParams(o.form) : o.json === undefined ? undefined : JSON.stringify(o.json);
    const response = await fetch(url, {
      method: o.method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(cookie === '' ? {} : { cookie }),
        ...(o.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...o.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
      headers: response.headers,
    };
  }

  /** Goes to the hosted login page and returns its address. */
  async toLogin(returnTo = '/'): Promise<string> {
    const away = await this.open(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    return (await this.open(away.location)).location;
  }

  /** Signs in as far as the address that carries the code. */
  async toCallback(email: string, password: string, returnTo = '/'): Promise<string> {
    const sent = await this.open(await this.toLogin(returnTo), { form: { email, password } });
    return (await this.open(sent.location)).location;
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split(/; */);
    const at = pair.indexOf('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    if (at === pair.length - 1 || /max-age=0|expires=thu, 01 jan 1970/i.test(set))
      this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
  }
}

export interface Page {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly headers: Headers;
}
