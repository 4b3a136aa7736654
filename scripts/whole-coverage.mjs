// Loaded by mocha into its processes. It gives each a second to end; writing what was covered may take longer, and must
// not be cut off.
if (process.env.NODE_V8_COVERAGE && process.env.MOCHA_WORKER_ID !== undefined) process.on('SIGTERM', () => {})
