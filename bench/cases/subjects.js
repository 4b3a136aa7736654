const TITLES = {
  raw: 'node:http by hand',
  fieldstone: 'Fieldstone',
  fastify: 'Fastify',
  hono: 'Hono',
  express: 'Express'
}

/**
 * The subjects of a case that has a program for each of these names beside it: `<name>.js`, and `fieldstone.ts`, which
 * `npm run build` compiles.
 */
export function subjectsIn(folder, names = Object.keys(TITLES)) {
  return names.map((name) => {
    const path = name === 'fieldstone' ? `../dist/cases/${folder}/fieldstone.js` : `./${folder}/${name}.js`
    return { name, title: TITLES[name] ?? name, program: new URL(path, import.meta.url).pathname }
  })
}
