import { expect } from 'chai'
import { Command } from 'commander'
import { COMMANDS } from '../src/cli/commands.js'
import { Guide } from './support/guide.js'

const guide = new Guide('command-line')

describe('the guide to the command line', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('has a section for each command, in the order of the help', () => {
    const sections = [...guide.text.matchAll(/^## `fieldstone ([\w-]+)`$/gm)].map(([, name]) => name)
    expect(sections).to.deep.equal(COMMANDS.map(({ name }) => name))
  })

  for (const { name, declare } of COMMANDS) {
    it(`names every option of ${name}, and none that does not exist`, () => {
      const command = new Command(name)
      declare(command)
      const [, section = ''] = guide.text.split(`\n## \`fieldstone ${name}\`\n`)
      const [own = ''] = section.split(/\n## /)
      const named = new Set([...own.matchAll(/`(--[\w-]+)/g)].map(([, option]) => option))
      expect([...named].sort()).to.deep.equal(command.options.map(({ long }) => long).sort())
    })
  }

  it('has an example whose document the command prints', async () => {
    const { document } = await guide.service('app')
    expect(document.paths).to.have.keys('/greetings/{name}')
  })
})
