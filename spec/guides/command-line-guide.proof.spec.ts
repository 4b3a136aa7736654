import { expect } from 'chai'
import { Command } from 'commander'
import { COMMANDS } from '../../packages/cli/src/commands.js'
import { Guide } from '../support/guide.js'

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
      const names = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option)
      const options = command.options.map(({ long }) => long ?? '')
      // A command may have a guide of its own.
      const [, other] = /see \[the guide\]\((.+)\.md\)/.exec(own) ?? []
      const described = [...names(own), ...(other === undefined ? [] : names(new Guide(other).text))]
      expect(options.filter((option) => !described.includes(option))).to.deep.equal([])
      if (name !== 'verify') expect(names(own).filter((option) => !options.includes(option))).to.deep.equal([])
    })
  }

  it('has an example whose document the command prints', async () => {
    const { document } = await guide.service('app')
    expect(document.paths).to.have.keys('/greetings/{name}')
  })
})
