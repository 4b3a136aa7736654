import { readdirSync } from 'node:fs'

/** The cases in the folders beside this file, or those of these names: each `<name>.case.js` exports one. */
export async function chosenCases(names) {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true }).filter((file) =>
    file.endsWith('.case.js')
  )
  const all = new Map(files.sort().map((file) => [file.replace(/^.*\//, '').replace('.case.js', ''), file]))
  return Promise.all(
    (names ?? [...all.keys()]).map(async (name) => {
      const file = all.get(name)
      if (file === undefined) throw new Error(`no case ${name}; there are ${[...all.keys()].join(', ')}`)
      return { name, ...(await import(`./${file}`)).default }
    })
  )
}
