import { Type, serviceAddressFault } from '@dossier/sdk';
import type { SettingFault, SettingValues, Static } from '@dossier/sdk';

const bucket = { 'x-group': 'The bucket', 'x-code': true } as const;
const keys = { 'x-group': 'The keys', writeOnly: true, minLength: 1, maxLength: 255 } as const;

/** Settings → Integrations → Storage: S3. */
export const StorageSettings = Type.Object(
  {
    address: Type.String({
      ...bucket,
      title: 'Address',
      description: 'Of the service, without the bucket: https://s3.eu-central-1.amazonaws.com.',
      format: 'uri',
      minLength: 1,
      maxLength: 255,
    }),
    region: Type.String({
      ...bucket,
      title: 'Region',
      description: 'Letters, digits and dashes, as in eu-central-1. A server of your own often takes any.',
      pattern: '^[a-zA-Z0-9-]{1,64}$',
      default: 'us-east-1',
    }),
    bucket: Type.String({
      ...bucket,
      title: 'Bucket',
      description: 'Lower-case letters, digits, points and dashes. It has to be there already, for these files alone.',
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    }),
    pathStyle: Type.Boolean({
      'x-group': 'The bucket',
      title: 'Bucket in the path',
      description: 'For servers of your own, which mostly ask for address/bucket in the place of bucket.address.',
      default: false,
    }),
    accessKey: Type.String({ ...keys, title: 'Access key' }),
    secretKey: Type.String({
      ...keys,
      title: 'Secret key',
      description: 'Both are asked for again when the address changes.',
    }),
    newFiles: Type.Boolean({
      'x-group': 'In use',
      title: 'New files go here',
      description: 'Off: they go to the server again. What is in the bucket stays readable from there.',
      default: true,
    }),
  },
  {
    title: 'Storage: S3',
    description: [
      'A bucket of your own for documents and other files, at Amazon or any service that speaks S3.',
      'What was stored before stays where it is, and can be moved by the operator.',
    ].join(' '),
  },
);
export type StorageSettings = Static<typeof StorageSettings>;

/** Faults of the address that are seen without asking anybody. */
export function judged({ address }: SettingValues, allowPlain: boolean): readonly SettingFault[] {
  const detail =
    typeof address === 'string'
      ? serviceAddressFault(address, { allowPlain, sends: 'files', variable: 'STORAGE_S3_ALLOW_PLAIN' })
      : null;
  return detail === null ? [] : [{ pointer: '/address', detail }];
}
