import { parse } from './checked-query.ts';

/** `npm run -s cql:check -- QUERY`: one line that says whether the service would take the query, and if not, why. */
const parsed = parse(process.argv.slice(2).join(' '));
const { valid, message, position } = parsed.valid ? { valid: true, message: null, position: null } : parsed;
process.stdout.write(`${JSON.stringify({ valid, message, position })}\n`);
