import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

/** What a program prints that gives a class emitted types, as a compiler does, and serves its document. */
function run(lines: readonly string[], ...flags: string[]): string {
  const program = [
    `const { Application, bootstrap, Field } = await import(${JSON.stringify(import.meta.resolve('fieldstone'))})`,
    'class Item {}',
    'const emit = (type, name) => Reflect.metadata("design:type", type)(Item.prototype, name)',
    ...lines,
    'const routes = (router) => router.postFunc("/items", () => 1, { requestBody: Item })',
    'const service = await bootstrap(new Application({ title: "a", version: "1", logger: false, routes }))',
    'const { properties } = service.document.components.schemas.Item',
    'console.log(Object.entries(properties).map(([name, { type }]) => `${name} ${type}`).join(", "))'
  ].join('\n')
  const args = [...flags, '--conditions=fieldstone-modules', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).to.equal('')
  return stdout.trim()
}

const declare = (name: string) => `Field()(Item.prototype, '${name}')`

describe('The types that a compiler emits', () => {
  it('are found where nothing imports reflect-metadata', () => {
    expect(run(["emit(String, 'name')", declare('name')])).to.equal('name string')
  })

  it('are found where the application imports reflect-metadata, before or after it has declared something', () => {
    const lines = [
      ...["emit(String, 'name')", declare('name')],
      "await import('reflect-metadata')",
      ...["emit(Boolean, 'isNew')", declare('isNew')]
    ]
    expect(run(lines)).to.equal('name string, isNew boolean')
    expect(run(lines, '--import=reflect-metadata')).to.equal('name string, isNew boolean')
  })
})
