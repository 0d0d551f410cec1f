/** A route that is known, by its method and its pattern, such as `/users/:id`. */
interface Known {
  readonly method: string;
  readonly url: string;
}

const isParameter = (part: string): boolean => part.startsWith(':');

/**
 * Answers which methods the resource at a path has (RFC 9110, 10.2.1); none where there is nothing. Of several patterns
 * that fit, the router takes the one whose first parts are literal: what a neighbour such as `/users/:id` takes,
 * `/users/me` need not.
 */
export function methodsOf(known: readonly Known[]): (path: string) => readonly string[] {
  const patterns = [...Map.groupBy(known, ({ url }) => url)].map(([url, routes]) => ({
    parts: url.split('/'),
    methods: routes.flatMap(({ method }) => withHead(method)),
  }));
  return (path) => {
    const parts = path.split('/');
    const fitting = patterns.filter(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, i) => (isParameter(part) ? parts[i] !== '' : part === parts[i])),
    );
    const [best] = fitting.map(({ parts: pattern }) => shapeOf(pattern)).sort();
    return [
      ...new Set(fitting.filter(({ parts: pattern }) => shapeOf(pattern) === best).flatMap(({ methods }) => methods)),
    ];
  };
}

/**
 * What a pattern has not and the router would hand to a neighbour: with `GET /users/me` and `DELETE /users/:id`,
 * `DELETE /users/me` would be taken for somebody called "me". HEAD goes with GET.
 */
export function hiddenIn(known: readonly Known[]): readonly Known[] {
  const patterns = [...Map.groupBy(known, ({ url }) => url)].map(([url, routes]) => ({
    url,
    parts: url.split('/'),
    methods: new Set(routes.map(({ method }) => method)),
  }));
  return patterns.flatMap(({ url, parts, methods }) => {
    const wider = patterns.filter(
      (one) =>
        one.parts.length === parts.length &&
        shapeOf(one.parts) !== shapeOf(parts) &&
        one.parts.every((part, i) => isParameter(part) || part === parts[i]),
    );
    const taken = new Set(wider.flatMap((one) => [...one.methods]));
    return [...taken].filter((method) => !methods.has(method)).map((method) => ({ method, url }));
  });
}

/** Literal before parameter, part by part. */
const shapeOf = (pattern: readonly string[]): string => pattern.map((part) => (isParameter(part) ? '1' : '0')).join('');

/** Fastify answers HEAD wherever it answers GET. */
const withHead = (method: string): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
