/** The code of an error of the system, or of the driver; empty where there is none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
