/** Failures of a bucket, and of the way to it, in the words of the administrator who sets it up. */
import { errorCode, isRecord } from '@dossier/sdk';
import type { StorageSettings } from '../settings.ts';

interface Explained {
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;
  /** Member of the settings that it is about. */
  readonly about: keyof StorageSettings;
}

/** Reasons for which a bucket does not do as it is asked. */
export const failures = {
  'no-bucket': {
    title: 'There is no such bucket',
    detail: 'The service has no bucket of this name.',
    remedy: 'Make it there first, or check its name, and whether the bucket belongs in the path.',
    about: 'bucket',
  },
  'unknown-key': {
    title: 'The access key is not known',
    detail: 'The service does not know the access key.',
    remedy: 'Enter both keys again.',
    about: 'accessKey',
  },
  'wrong-secret': {
    title: 'The secret key is wrong',
    detail: 'The secret key does not belong to the access key.',
    remedy: 'Enter both keys again.',
    about: 'secretKey',
  },
  denied: {
    title: 'The keys do not permit it',
    detail: 'The service refuses this to the keys.',
    remedy: [
      'Permit them s3:PutObject, s3:GetObject, s3:DeleteObject, s3:AbortMultipartUpload',
      'and s3:ListBucketMultipartUploads there.',
    ].join(' '),
    about: 'accessKey',
  },
  region: {
    title: 'The bucket is in another region',
    detail: 'The service answers for another region than this one.',
    remedy: 'Enter the region of the bucket, and an address that belongs to it.',
    about: 'region',
  },
  clock: {
    title: 'The clocks differ',
    detail: 'The time of the service differs by more than a quarter of an hour from the time of this server.',
    remedy: 'Let the operator set the clock of this server.',
    about: 'address',
  },
  full: {
    title: 'The bucket is full',
    detail: 'The service has no room left for this bucket.',
    remedy: 'Make room there, or raise its limit.',
    about: 'bucket',
  },
  busy: {
    title: 'The service has too much to do',
    detail: 'The service takes no more requests at the moment, or failed at this one.',
    remedy: 'Try again in a minute.',
    about: 'address',
  },
  slow: {
    title: 'The service takes too long',
    detail: 'No answer came in time.',
    remedy: 'Try again in a minute; if it stays so, check the address.',
    about: 'address',
  },
  unreachable: {
    title: 'The service cannot be reached',
    detail: 'Nobody answers at this address.',
    remedy: 'Check the address, and whether the bucket belongs in the path.',
    about: 'address',
  },
  insecure: {
    title: 'No secure connection',
    detail: 'The service does not encrypt, or its certificate is not valid for this address.',
    remedy: 'Check the address. A bucket with a point in its name belongs in the path.',
    about: 'address',
  },
  blocked: {
    title: 'The address is not public',
    detail: 'The address does not lead to a server that organizations may connect to.',
    remedy: 'It has to be public; the operator can open a network (OUTBOUND_PRIVATE_NETWORKS).',
    about: 'address',
  },
  unreadable: {
    title: 'This is no storage',
    detail: 'The answer cannot be read as one of a service that speaks S3.',
    remedy: 'Check the address, and whether the bucket belongs in the path.',
    about: 'address',
  },
  failed: {
    title: 'The service refuses it',
    detail: 'The service does not do this.',
    remedy: 'Check the settings, or ask those who run the service.',
    about: 'address',
  },
} as const satisfies Readonly<Record<string, Explained>>;

export type FailureCode = keyof typeof failures;

/** A bucket that did not do as it was asked. */
export class BucketFailure extends Error {
  override readonly name = 'BucketFailure';
  readonly code: FailureCode;
  /** Words of the service itself, of 300 characters at most; empty where it said nothing. */
  readonly words: string;
  constructor(code: FailureCode, o: { readonly words?: string; readonly cause?: unknown } = {}) {
    super(failures[code].detail, { cause: o.cause });
    this.code = code;
    this.words = (o.words ?? '').slice(0, 300).toWellFormed().replaceAll('\0', '');
  }
}

const byName: Readonly<Record<string, FailureCode>> = {
  NoSuchBucket: 'no-bucket',
  InvalidAccessKeyId: 'unknown-key',
  SignatureDoesNotMatch: 'wrong-secret',
  AccessDenied: 'denied',
  AuthorizationHeaderMalformed: 'region',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
};

const byReason: Readonly<Record<string, FailureCode>> = {
  timeout: 'slow',
  blocked: 'blocked',
  unreachable: 'unreachable',
  aborted: 'slow',
  'too-large': 'unreadable',
};

/** Codes of Node for a handshake that fails. */
const ofTls = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

/** The failure behind what the library throws, or what reading its stream does. */
export function failureOf(error: unknown): BucketFailure {
  if (error instanceof BucketFailure) return error;
  if (!(error instanceof Error)) return new BucketFailure('unreadable', { cause: error });
  const reason = 'reason' in error && error.name === 'HttpError' ? String(error.reason) : null;
  if (reason !== null) {
    const isInsecure = reason === 'unreachable' && ofTls.test(errorCode(error.cause));
    return new BucketFailure(isInsecure ? 'insecure' : (byReason[reason] ?? 'unreachable'), { cause: error });
  }
  const { status, isOfService } = answerIn(error);
  const code = byName[error.name] ?? byStatus(status, isOfService);
  return new BucketFailure(code, { words: isOfService ? error.message : '', cause: error });
}

function byStatus(status: number | null, isOfService: boolean): FailureCode {
  if (status === 507) return 'full';
  if (status !== null && (status === 429 || status >= 500)) return 'busy';
  if (status === 301 || status === 307) return 'region';
  if (!isOfService) return 'unreadable';
  return status === 403 ? 'denied' : 'failed';
}

/** Status of the answer in an error of the library, and whether it had the form of S3. */
function answerIn(error: Error): { readonly status: number | null; readonly isOfService: boolean } {
  const metadata = '$metadata' in error && isRecord(error.$metadata) ? error.$metadata : {};
  const { httpStatusCode } = metadata;
  return {
    status: typeof httpStatusCode === 'number' ? httpStatusCode : null,
    isOfService: '$fault' in error && !/^(?:Unknown|UnknownError|Error)$/.test(error.name),
  };
}
