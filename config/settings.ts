import { Type } from 'typebox';
import type { Static } from 'typebox';

/**
 * What the operator of an installation can set. Each member is an environment variable of the same name;
 * `secret` members may instead be given as a file by `NAME_FILE`, and never stand in the configuration file.
 */
export const ProcessSettings = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'Port to listen on; 0 picks a free one.',
  }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on.' }),
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'Folder for the embedded database, files, seals and keys. One process at a time.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      format: 'http-origin',
      description: 'Origin that browsers use, for example https://dossier.example. Default: made from host and port.',
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      secret: true,
      description: 'PostgreSQL 15 or newer. Default: PGlite in DATA_DIR.',
    }),
  ),
  DATABASE_ADMIN_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      secret: true,
      description: 'Login that migrates, so that DATABASE_URL needs no privileges.',
    }),
  ),
  MQTT_URL: Type.Optional(
    Type.String({
      format: 'mqtt-url',
      secret: true,
      description: 'External MQTT broker that nodes share. Default: a broker in this process.',
    }),
  ),
  MQTT_PREFIX: Type.Optional(
    Type.String({
      format: 'mqtt-prefix',
      description:
        'What all topics at MQTT_URL stand below, the same on all nodes, such as dossier/production. Default: dossier/ and an id that is made from the installation and its database.',
    }),
  ),
  DEMO: Type.Optional(
    Type.Boolean({
      description: 'Seed the demo organization at start. Default: true on the embedded database, else false.',
    }),
  ),
  SECRET_KEY: Type.Optional(
    Type.String({
      format: 'key-256',
      secret: true,
      description: '32 bytes in base64 that seal secrets at rest. Default: made once in DATA_DIR/secret.key.',
    }),
  ),
  SECRET_KEY_PREVIOUS: Type.Optional(
    Type.String({
      format: 'key-256',
      secret: true,
      description: 'The SECRET_KEY before the present one, until `keys rotate` has run.',
    }),
  ),
  OPERATOR_TOKEN: Type.Optional(
    Type.String({
      minLength: 24,
      secret: true,
      description: "Bearer token for the routes of the installation's operator. Default: those routes accept nobody.",
    }),
  ),
  TRUST_PROXY: Type.Boolean({
    default: false,
    description:
      'Believe X-Forwarded-For, of which the last address counts, and X-Forwarded-Proto of the reverse proxy in front.',
  }),
  RATE_PER_KEY: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 6_000,
    description:
      'Requests a minute of one API key or one person, on all nodes together; 0 means no limit. An organization may give a key fewer.',
  }),
  RATE_PER_ADDRESS: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 30_000,
    description: 'Requests a minute from one address (IPv6: one /64), on all nodes together; 0 means no limit.',
  }),
  OUTBOUND_PRIVATE_NETWORKS: Type.Optional(
    Type.String({
      format: 'network-list',
      description:
        'Private networks, separated by commas (10.1.0.0/16, fd00::/8), in which services may be that organizations set up themselves. Default: none; what the operator sets up may be anywhere.',
    }),
  ),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'Least severe entries that are logged.' },
  ),
  DRAIN_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 300,
      description:
        'Seconds from SIGTERM in which a node serves on while it says that it is not ready, for the balancer to notice; its browsers then leave within as many. Default: 5, and 0 on the embedded database and in a demonstration, which are one node.',
    }),
  ),
  POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 16,
    description:
      'PostgreSQL connections of one node, in addition to 6 of its own (job queue, revocations, health, start). At most half of them read at a time, so that who writes finds one.',
  }),
});

export type ProcessSettings = Static<typeof ProcessSettings>;
