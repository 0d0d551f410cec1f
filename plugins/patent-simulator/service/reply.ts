import type { XmlElement } from '../xml/tree.ts';

/** What the service says before it is written and counted. */
export type Reply =
  | { readonly is: 'data'; readonly root: XmlElement; readonly stylesheet: string }
  | { readonly is: 'bytes'; readonly status: number; readonly type: string; readonly body: Buffer };

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const asBytes = (status: number, type: string, text: string): Reply & { readonly is: 'bytes' } => ({
  is: 'bytes',
  status,
  type,
  body: Buffer.from(text),
});

/** A fault as OPS itself says it, always in XML. */
export function fault(
  status: number,
  code: string,
  message: string,
  details?: readonly string[],
): Reply & { readonly is: 'bytes' } {
  const more = details ? `    <details>\n${details.map((line) => `      ${line}\n`).join('')}    </details>\n` : '';
  return asBytes(
    status,
    'application/xml',
    `${declaration}<fault xmlns="http://ops.epo.org">\n    <code>${code}</code>\n    <message>${message}</message>\n${more}</fault>\n`,
  );
}
export const noResults = (): Reply & { readonly is: 'bytes' } =>
  fault(404, 'SERVER.EntityNotFound', 'No results found');

/** What the gateway before OPS says, with the blanks that it leaves behind. */
const error = (status: number, inner: string): Reply & { readonly is: 'bytes' } =>
  asBytes(status, 'application/xml', `<error><code>${status}</code>${inner}\n\t\t\t\t</error>\n\t\t\t`);
export const invalidToken = (): Reply & { readonly is: 'bytes' } =>
  error(400, '<message>invalid_access_token</message><description>Access token is invalid</description>');
export const invalidClient = (): Reply & { readonly is: 'bytes' } =>
  asBytes(
    401,
    'application/xml',
    '<error><code>401</code><message>ClientId is Invalid</message>\n\t\t\t</error>\n\t\t',
  );
export const fairUse = (): Reply & { readonly is: 'bytes' } =>
  error(
    403,
    '<message>This request has been rejected due to the violation of Fair Use policy</message><moreInfo>https://www.epo.org/service-support/ordering/fair-use.html</moreInfo>',
  );
export const robot = (): Reply & { readonly is: 'bytes' } =>
  fault(
    403,
    'CLIENT.RobotDetected',
    'Recent behaviour implies you are a robot. The server is at the moment busy to serve robots. Please try again later',
  );

export const page = (status: number, title: string): Reply & { readonly is: 'bytes' } =>
  asBytes(status, 'text/html', `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`);
