import { readFileSync } from 'node:fs'

const PACKAGES = {
  fieldstone: 'fieldstone',
  fastify: 'fastify',
  hono: 'hono',
  express: 'express',
  'nest-fastify': '@nestjs/core',
  'nest-express': '@nestjs/core'
}

/** The installed version of a subject; undefined for one that is no package. */
export function versionOf(subject) {
  const name = PACKAGES[subject]
  if (name === undefined) return undefined
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
}
