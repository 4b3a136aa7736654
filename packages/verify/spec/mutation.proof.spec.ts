import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Application, Service } from 'fieldstone'
import { BUILD, moduleOf, modules } from '../../../spec/support/build.js'
import { cases, seed } from '../../../spec/support/chance.js'
import { forgetLater } from '../../../spec/support/forgotten-classes.js'
import type { VerifyOptions } from '../src/options.js'
import { formatReport } from '../src/report/format-report.js'
import type { VerifyReport } from '../src/report/report.js'
import { verify } from '../src/verify.js'
import { MISTAKES, type Mistake } from './mistakes.js'
import type { partAt } from './wide-application.js'

/** The application, as a path below the build. */
const APPLICATION = relative(BUILD, fileURLToPath(new URL('wide-application.js', import.meta.url)))

type Work = (this: unknown, ...args: never[]) => unknown

/** What stands for a function of the copy: the function itself, or a mistaken one while that is planted. */
class Switch {
  planted: Work | undefined
  readonly original: Work

  constructor(original: Work) {
    this.original = original
  }

  get work(): Work {
    const at = this
    return function (...args) {
      return Reflect.apply(at.planted ?? at.original, this, args)
    }
  }
}

/**
 * A copy of the framework and of the wide application, in which any of these functions can be made mistaken for a while.
 * The copy is loaded once; the application's classes are made anew for each mistake.
 */
class MistakenFramework {
  readonly #folder: string
  readonly #switches = new Map<string, Switch>()
  readonly #bootstrap = moduleOf('bootstrap')
  #applications = 0

  /**
   * A function or class that a module declares is a variable of that module, so that one more statement there changes it
   * for all that import it.
   *
   * @param names of functions, and of classes with a method: `BodyTypes.takes`
   * @throws Error for a name that no module exports, or more than one
   */
  constructor(folder: string, names: readonly string[]) {
    this.#folder = folder
    const statements = new Map<string, string>()
    for (const name of new Set(names.map((each) => each.split('.')[0] as string))) {
      const module = moduleOf(name)
      statements.set(module, `${statements.get(module) ?? ''}\n${name} = globalThis.switchable('${name}', ${name})`)
    }
    // By which the application means the copy.
    mkdirSync(folder, { recursive: true })
    linkSync(join(BUILD, 'package.json'), join(folder, 'package.json'))
    for (const module of [...modules(), APPLICATION]) {
      const [from, to] = [join(BUILD, module), join(folder, module)]
      const more = statements.get(module)
      mkdirSync(dirname(to), { recursive: true })
      if (more === undefined) linkSync(from, to)
      else writeFileSync(to, `${readFileSync(from, 'utf8')}${more}\n`)
    }
    const methods = names.filter((name) => name.includes('.')).map((name) => name.split('.') as [string, string])
    Object.assign(globalThis, {
      switchable: (name: string, exported: Work) => {
        const own = methods.filter(([target]) => target === name)
        for (const [, method] of own) {
          if (exported.prototype?.[method] === undefined) throw new Error(`${name} has no method ${method}`)
          exported.prototype[method] = this.#switch(`${name}.${method}`, exported.prototype[method])
        }
        return own.length > 0 ? exported : this.#switch(name, exported)
      }
    })
  }

  #switch(name: string, original: Work): Work {
    const made = new Switch(original)
    this.#switches.set(name, made)
    return made.work
  }

  /** What verification finds in the part of the application with these paths, which is made with the mistake. */
  async report(mistake: Mistake | undefined, at: string, options: VerifyOptions): Promise<VerifyReport> {
    const { bootstrap } = (await this.#load(this.#bootstrap)) as Framework
    const forget = forgetLater()
    const found = mistake && this.#switches.get(mistake.name)
    if (found !== undefined) found.planted = mistake?.plant(found.original as never) as Work
    try {
      const { partAt } = (await this.#load(`${APPLICATION}?${this.#applications++}`)) as Wide
      return await verify(await bootstrap(partAt(at)), options)
    } finally {
      if (found !== undefined) found.planted = undefined
      forget()
    }
  }

  #load(module: string): Promise<unknown> {
    return import(new URL(module, pathToFileURL(`${this.#folder}/`)).href)
  }
}

interface Framework {
  bootstrap(application: Application): Promise<Service>
}

interface Wide {
  partAt: typeof partAt
}

describe('verify finds the mistakes of a framework', () => {
  let folder: string
  let framework: MistakenFramework

  before(() => {
    mkdirSync('.build', { recursive: true })
    // Inside of the repository, so that the copy finds its dependencies.
    folder = mkdtempSync(resolve('.build', 'mistakes-'))
    const names = MISTAKES.map(({ name }) => name)
    framework = new MistakenFramework(join(folder, 'copy'), names)
  })

  after(() => {
    Reflect.deleteProperty(globalThis, 'switchable')
    rmSync(folder, { recursive: true, force: true })
  })

  const options = { seed: seed(11), shrinkRuns: 0, maxDisagreements: 1, strict: true }

  for (const mistake of MISTAKES) {
    const { what, name, at } = mistake
    it(`${name}: ${what}`, async () => {
      // All operations would take a quarter of an hour for all mistakes.
      const exclude = ({ path }: { path: string }) => !path.startsWith(at)
      const report = await framework.report(mistake, at, { ...options, exclude })
      expect([...report.disagreements, ...report.suspicions], formatReport(report)).not.to.deep.equal([])
    })
  }

  for (const at of ['/records', '/bodies', '/inputs']) {
    it(`and nothing where there is none: ${at}`, async () => {
      // The promise of the whole application has a spec of its own; this is about the copy.
      const report = await framework.report(undefined, at, { ...options, runs: cases(200, 6_000) })
      expect([...report.disagreements, ...report.suspicions], formatReport(report)).to.deep.equal([])
    })
  }

  it('and says which function a mistake was to be made in that there is no more', () => {
    expect(() => new MistakenFramework(join(folder, 'none'), ['noSuchFunction'])).to.throw(
      'One module has to declare and export noSuchFunction, and no module of the build does'
    )
  })
})
