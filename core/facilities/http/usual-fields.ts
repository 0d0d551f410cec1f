/**
 * Of every answer, unless it says otherwise. The policy is that of the API, which is never a document; a page brings
 * the one it was built with.
 */
const common = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The pages use none of them, and what a plugin's element might ask for in their name is refused.
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  // Answers of the API belong to one person at one moment; what may be kept says so itself.
  'cache-control': 'no-store',
} as const;

/** Fields by their names in lower case. */
export type Fields = Readonly<Record<string, string>>;

/** `secure`: browsers reach this server by https alone. */
export const usualFields = (secure: boolean): Fields =>
  secure ? { ...common, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : common;
