// `npm run dossier`: a command by its name, and without one the help. `core/start.js` alone starts the server.
if (process.argv.length === 2) process.argv.push('help');
await import('./start.js');
