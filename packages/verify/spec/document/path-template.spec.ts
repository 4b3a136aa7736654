import { expect } from 'chai'
import { compareTemplates, compileTemplate, matchTemplate, splitPath } from '../../src/document/path-template.js'

describe('A path template', () => {
  const cases: readonly (readonly [template: string, path: string, values: object | undefined])[] = [
    ['/items', '/items', {}],
    ['/items', '/items/', undefined],
    ['/items', '/Items', undefined],
    ['/items/', '/items/', {}],
    ['/a b', '/a%20b', {}],
    ['/a%20b', '/a%20b', {}],
    ['/100%', '/100%25', {}],
    ['/items/{id}', '/items/7', { id: '7' }],
    ['/items/{id}', '/items/a%2Fb', { id: 'a/b' }],
    ['/items/{id}', '/items/', undefined],
    ['/items/{id}', '/items', undefined],
    ['/items/{id}', '/items/7/8', undefined],
    ['/{name}.json', '/a.json', { name: 'a' }],
    ['/{name}.json', '/.json', undefined],
    ['/{name}.json', '/a.jso', undefined],
    ['/v{version}', '/v1', { version: '1' }],
    ['/v{version}', '/w1', undefined],
    ['/v{version}', '/v', undefined],
    ['/a{b}a', '/aa', undefined],
    ['/a{b}a', '/aba', { b: 'b' }],
    ['/files/{rest}', '/files/a/b', { rest: 'a/b' }],
    ['/files/{rest}', '/files/', undefined],
    ['/files/{rest}', '/files', undefined]
  ]
  for (const [template, path, values] of cases) {
    it(`${values === undefined ? 'does not match' : 'matches'}: ${template} and ${path}`, () => {
      const found = matchTemplate(compileTemplate(template, new Set(['rest'])), splitPath(path) ?? [])
      expect(found && Object.fromEntries(found)).to.deep.equal(values)
    })
  }

  it('comes before others that match the same path where its segments are more exact', () => {
    const paths = ['/a', '/a/b', '/a/{id}.json', '/a/{id}', '/a/v{id}', '/a/{rest}', '/{id}/b', '/{rest}']
    const sorted = [...paths]
      .reverse()
      .map((path) => [path, compileTemplate(path, new Set(['rest']))] as const)
      .sort(([, one], [, other]) => compareTemplates(one, other))
      .map(([path]) => path)
    expect(sorted).to.deep.equal([
      ...['/a/b', '/a/v{id}', '/a/{id}.json', '/a/{id}', '/a/{rest}', '/a', '/{id}/b', '/{rest}']
    ])
  })
})
