/** The code of an error of the system (`ENOENT`) or of the database's driver (`23503`); empty where there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
