#!/usr/bin/env node
// The command line is a package of its own, so that services are installed without it.
try {
  await import('fieldstone-cli')
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes("'fieldstone-cli'")) throw error
  process.stderr.write('fieldstone: the command line is not installed; run: npm install --save-dev fieldstone-cli\n')
  process.exitCode = 2
}
