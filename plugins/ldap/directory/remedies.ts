/** Reasons and remedies, in the words of the person who sets the directory up. */
import { errorCode } from '@dossier/sdk';
import { StepFailed } from '@dossier/core/platform/settings/contract';
import { DirectoryFailure } from './failure.ts';

/** Result codes that a set-up can end with, in words (RFC 4511, appendix A). */
const codes = new Map([
  [3, 'this takes it too long'],
  [8, 'a stronger way to sign in is required'],
  [10, 'this is kept in another directory'],
  [13, 'an encrypted connection is required'],
  [32, 'there is no such entry'],
  [34, 'this is no valid DN'],
  [49, 'wrong name or password'],
  [50, 'this account may not do that'],
  [51, 'it is busy'],
  [52, 'it is not available'],
  [53, 'it does not do that'],
]);

/** A refusal as it is shown: "The directory says: wrong name or password (49)." with its own words behind. */
function refusal({ code, words }: DirectoryFailure): string {
  const known = code === null ? undefined : codes.get(code);
  const said = `The directory says: ${known ?? 'this did not go'} (${code}).`;
  return words === '' ? said : `${said} It adds: ${words}`;
}

const saying = ({ words }: DirectoryFailure): readonly string[] => (words === '' ? [] : [`It says: ${words}`]);

interface Words {
  readonly title: string;
  readonly remedy: string;
}

/** The step that a failure ends; `remedy` is for refusals, since only the question tells what to do about them. */
export function failedStep(error: unknown, { title, remedy }: Words): StepFailed {
  if (error instanceof StepFailed) return error;
  const failed = (reason: string, way: string): StepFailed =>
    new StepFailed(reason, { title, remedy: way, cause: error });
  if (!(error instanceof DirectoryFailure)) throw error;
  switch (error.kind) {
    case 'blocked':
      // Nor does it say whether the name is known here: that would draw a map of the network.
      return failed(
        'It does not lead to a server that organizations may connect to.',
        'Check it for typing errors. It has to be public; the operator can open a network (OUTBOUND_PRIVATE_NETWORKS).',
      );
    case 'unreachable':
      return failed(
        'Nobody answers there.',
        'Check name and port (ldaps:// is usually at 636, ldap:// at 389), and whether a firewall keeps us out.',
      );
    case 'plain':
      return failed(
        ['The directory does not offer to encrypt an ldap:// connection.', ...saying(error)].join(' '),
        'Use ldaps://, or have StartTLS set up there. A password is not sent in clear.',
      );
    case 'tls':
      return tlsFailed(error, title);
    case 'late':
      return failed('The directory did not answer in time.', 'Try again; if it stays so, ask who runs it.');
    case 'too-large':
      return failed('The directory answered more than anybody can want to know.', 'Check that a directory is there.');
    case 'broken':
      return failed('The connection broke off.', 'Check that a directory is at this port, and try again.');
    case 'refused':
      return failed(refusal(error), remedy);
  }
}

/** Codes of Node for a certificate that no known authority vouches for. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function tlsFailed(error: DirectoryFailure, title: string): StepFailed {
  const code = errorCode(error.cause);
  const failed = (reason: string, remedy: string): StepFailed =>
    new StepFailed(reason, { title, remedy, cause: error });
  if (code === 'CERT_HAS_EXPIRED') return failed('Its certificate has expired.', 'Have it renewed there.');
  if (code === 'CERT_NOT_YET_VALID')
    return failed('Its certificate is not valid yet.', 'Check the clock of the server.');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return failed('Its certificate is for another name.', 'Enter the name for which it was issued.');
  if (unknownAuthority.has(code))
    return failed(
      'Its certificate comes from an authority that this installation does not know.',
      'Use one of a public authority, or ask the operator to add yours (NODE_EXTRA_CA_CERTS).',
    );
  return failed(
    `No TLS could be agreed on${code === '' ? '' : ` (${code})`}.`,
    'The directory has to offer TLS 1.2 or newer. Check the port: ldaps:// is usually at 636, ldap:// at 389.',
  );
}
