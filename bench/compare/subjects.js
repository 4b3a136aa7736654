const at = (path) => new URL(`../${path}`, import.meta.url).pathname

/** What is compared: a name, the program, its arguments. `raw` is what all ratios are about. */
export const SUBJECTS = [
  { name: 'raw', program: at('peers/raw.js'), title: 'node:http by hand' },
  { name: 'fieldstone', program: at('server/server.js'), title: 'Fieldstone' },
  { name: 'fastify', program: at('peers/fastify.js'), title: 'Fastify' },
  { name: 'hono', program: at('peers/hono.js'), title: 'Hono + zod' },
  { name: 'express', program: at('peers/express.js'), title: 'Express + zod' },
  { name: 'nest-fastify', program: at('dist/peers/nest.js'), args: ['fastify'], title: 'NestJS on Fastify' },
  { name: 'nest-express', program: at('dist/peers/nest.js'), args: ['express'], title: 'NestJS on Express' }
]
