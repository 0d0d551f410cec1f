import { pino } from 'pino';

/** JSON lines for machines; secrets that reach a log entry by mistake are taken out. */
export const logger = (level: string): pino.Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-api-key"]',
        '*.password',
        '*.secret',
        '*.token',
      ],
      censor: '[redacted]',
    },
  });
