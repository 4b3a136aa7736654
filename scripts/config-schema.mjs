// Writes the JSON Schema of the config file of fieldstone-verify into its package, for editors.
import { writeFileSync } from 'node:fs'
import { configSchema } from '../packages/verify/lib/command/config-file.js'

const file = new URL('../packages/verify/lib/config.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(configSchema(), null, 2)}\n`)
